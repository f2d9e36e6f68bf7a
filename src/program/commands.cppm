/// The commands of the program `firefly`, carried out.
export module firefly.program.commands;

export import :dispatch;
export import :sample;

/// The commands of the program `firefly`, carried out.
export module firefly.program.commands;

export import :conclusion;
export import :dispatch;
export import :last_words;
export import :resources;
export import :run_files;
export import :sample;

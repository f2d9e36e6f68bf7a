/// Bytes, checksums, and files that are replaced whole.
export module firefly.files;

export import :bytes;
export import :checkpoint_file;
export import :checksum;
export import :descriptor;
export import :file_bytes;
export import :memory;
export import :messages;
export import :number;
export import :output_file;
export import :text_window;
export import :unicode;

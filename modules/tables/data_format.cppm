/// The formats that data sets come in, and how files of each are usually called.
module;
#include <filesystem>
#include <optional>
#include <string_view>

export module firefly.tables:data_format;

namespace firefly {

/// A format of data.
export enum class data_format { csv, npy, idx, libsvm, store };

/// By the end of the name, whatever the case of its letters, a last ".gz" not counted: .csv; .npy; .idx and -ubyte (MNIST's own
/// files); .libsvm, .svm and .svmlight; .firefly for a row store. Nothing for all others.
export std::optional<data_format> format_of_name(std::string_view name);

/// The one that was said, or by the name; what begins as a row store is one, whatever its name. Throws `data_error` where nothing tells.
export data_format format_of(std::filesystem::path const& path, std::optional<data_format> said = std::nullopt);

}  // namespace firefly

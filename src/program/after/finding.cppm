/// Something that is wrong with a run, in words.
module;
#include <string>

export module firefly.program.after:finding;

namespace firefly::program {

export struct finding {
    enum class severity { note, warning } how = severity::warning;
    std::string what;           // one or two sentences
    std::string remedy;         // what to do
    bool is_of_length = false;  // a longer run is the remedy
};

}  // namespace firefly::program

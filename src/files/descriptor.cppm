/// A descriptor of the system that is closed at the end, also when something throws.
module;
#include <unistd.h>

module firefly.files:descriptor;

namespace firefly {

struct descriptor {
    int number;  // negative: the system refused to open it

    explicit descriptor(int opened) : number(opened) {}
    ~descriptor() {
        if (number >= 0) ::close(number);
    }
    descriptor(descriptor const&) = delete;
};

}  // namespace firefly

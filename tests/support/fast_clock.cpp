/// A clock that goes faster for a program than for the rest of the world: a library that is loaded before it (LD_PRELOAD). In one second
/// FAST_CLOCK of them pass for the program, which then writes checkpoints all the time: its chains are slow ones.
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

#include <cstdlib>

namespace {

template <class Function>
Function* next(char const* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

double speed() {
    static double const factor = [] {
        char const* const value = std::getenv("FAST_CLOCK");
        return value == nullptr ? 1 : std::atof(value);
    }();
    return factor;
}

long long nanoseconds(timespec const& time) {
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

/// When this library was first asked for the time.
long long start_of_time() {
    static long long const start = [] {
        timespec now{};
        next<int(clockid_t, timespec*)>("clock_gettime")(CLOCK_MONOTONIC, &now);
        return nanoseconds(now);
    }();
    return start;
}

timespec scaled(timespec const& time, double factor) {
    long long const start = start_of_time();
    long long const result = start + static_cast<long long>(static_cast<double>(nanoseconds(time) - start) * factor);
    return {static_cast<time_t>(result / 1'000'000'000), static_cast<long>(result % 1'000'000'000)};
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) {
    int const result = next<int(clockid_t, timespec*)>("clock_gettime")(clock, time);
    if (clock == CLOCK_MONOTONIC) *time = scaled(*time, speed());
    return result;
}

/// What conditions wait by; sleeping is for a duration and not until a time.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, timespec const* until) {
    timespec const real = clock == CLOCK_MONOTONIC ? scaled(*until, 1 / speed()) : *until;
    return next<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, timespec const*)>("pthread_cond_clockwait")(condition, mutex,
                                                                                                              clock, &real);
}
}

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.scm import Version

required_conan_version = ">=2.4"


class Firefly(ConanFile):
    name = "firefly"
    description = "Exact Bayesian inference for tall data: Firefly Monte Carlo as C++20 modules"
    license = "MIT"
    topics = ("bayesian-inference", "mcmc", "firefly-monte-carlo", "cpp20-modules")
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    # mpi and netcdf are the components of find_package(firefly COMPONENTS …); the program writes netCDF, and so has that component, too.
    options = {"fPIC": [True, False], "mpi": [True, False], "netcdf": [True, False], "program": [True, False]}
    default_options = {"fPIC": True, "mpi": False, "netcdf": False, "program": False}
    exports_sources = ("CMakeLists.txt", "cmake/*", "modules/*", "src/*", "docs/*", "examples/*", "bench/results/paper.md", "bench/results/paper/*.svg",
                       "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md")

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "CMakeLists.txt"))
        self.version = re.search(r"project\(firefly VERSION ([0-9.]+)", text).group(1)

    def requirements(self):
        # Ranges wide enough for ConanCenter's versions and for Debian's. The user compiles the interfaces of the modules, and
        # these include all of them. BLAS comes with xtensor-blas.
        self.requires("range-v3/[>=0.12 <1]", transitive_headers=True)
        self.requires("fmt/[>=9.1 <13]", transitive_headers=True)
        self.requires("xtensor/[>=0.24 <0.27]", transitive_headers=True)
        self.requires("xtensor-blas/[>=0.20 <0.23]", transitive_headers=True)
        self.requires("zlib/[>=1.2.11 <2]")  # the readers' own: its header never leaves their bodies
        if self.options.mpi:
            self.requires("openmpi/[>=4.1 <6]")  # the same of firefly.mpi
        if self._netcdf:
            self.requires("netcdf/[>=4.8 <5]")  # and of firefly.netcdf
        if self.options.program:
            self.requires("cli11/[>=2.1 <3]")

    @property
    def _netcdf(self):
        return bool(self.options.netcdf or self.options.program)

    def build_requirements(self):
        self.tool_requires("cmake/[>=4.4]")
        self.tool_requires("ninja/[>=1.11]")

    def validate(self):
        os_, arch = str(self.settings.os), str(self.settings.arch)
        if os_ != "Linux" or arch not in ("x86_64", "armv8"):
            raise ConanInvalidConfiguration(
                f"firefly supports Linux on x86_64 (tested) and armv8 (tried with an emulator); this is {os_}, {arch}.")
        compiler, version = str(self.settings.compiler), str(self.settings.compiler.version)
        if compiler != "clang" or Version(version) < "19":
            raise ConanInvalidConfiguration(
                f"firefly is made of C++20 modules and needs clang 19 or newer; this is {compiler} {version}.")
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self, generator="Ninja")
        toolchain.cache_variables["FIREFLY_PROGRAM"] = bool(self.options.program)
        toolchain.cache_variables["FIREFLY_NETCDF"] = self._netcdf
        toolchain.cache_variables["FIREFLY_TESTS"] = False
        toolchain.cache_variables["FIREFLY_MPI"] = bool(self.options.mpi)
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # CMakeDeps cannot describe module file sets: the project's own CMake configuration is used instead.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "firefly")]
        self.cpp_info.libs = ["firefly_mpi"] * bool(self.options.mpi) + ["firefly_netcdf"] * self._netcdf + ["firefly"]

# fmt, compiled from Debian's source package: for a remote of your own where ConanCenter cannot be reached. The version is the one that apt offers. apt
# needs a line deb-src for it.
#
#     conan create conan/fmt
import glob
import os
import re
import subprocess

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir, unzip

required_conan_version = ">=2.4"


class Fmt(ConanFile):
    name = "fmt"
    description = "Formatting of text"
    license = "MIT"
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"fPIC": [True, False]}
    default_options = {"fPIC": True}

    def set_version(self):
        offered = subprocess.run(["apt-get", "-qq", "source", "--print-uris", "--only-source", "fmtlib"],
                                 check=True, stdout=subprocess.PIPE, text=True).stdout
        self.version = re.search(r" fmtlib_([0-9.]+)\S*\.orig\.tar\.", offered).group(1)

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        self.run("apt-get -qq source --download-only --only-source fmtlib")
        unzip(self, glob.glob(f"fmtlib_{self.version}*.orig.tar.*")[0], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["FMT_DOC"] = False
        toolchain.cache_variables["FMT_TEST"] = False
        toolchain.cache_variables["FMT_DEBUG_POSTFIX"] = ""
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE*", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))  # CMakeDeps writes its own

    def package_info(self):
        self.cpp_info.libs = ["fmt"]

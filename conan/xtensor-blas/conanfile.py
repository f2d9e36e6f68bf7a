# ConanCenter has no recipe for xtensor-blas. Before firefly is built from a remote, export this one, in the release that
# goes with the remote's xtensor (0.20.0 with xtensor 0.24, 0.21.0 with 0.25, 0.22.0 with 0.26):
#
#     conan export conan/xtensor-blas --version 0.20.0
#     conan create . --build=missing
#
# On Debian profiles/debian-clang uses the Debian package instead.
import os

from conan import ConanFile
from conan.tools.files import copy, get
from conan.tools.layout import basic_layout

required_conan_version = ">=2.4"


class XtensorBlas(ConanFile):
    name = "xtensor-blas"
    description = "BLAS and LAPACK for xtensor"
    license = "BSD-3-Clause"
    homepage = "https://github.com/xtensor-stack/xtensor-blas"
    topics = ("linear-algebra", "blas", "lapack", "xtensor")
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    def layout(self):
        basic_layout(self, src_folder="src")

    def requirements(self):
        # Each release follows one release of xtensor, whose headers it includes by path.
        xtensor = {"0.20": "0.24", "0.21": "0.25", "0.22": "0.26"}[self.version.rpartition(".")[0]]
        self.requires(f"xtensor/[~{xtensor}]", transitive_headers=True)
        # firefly needs LAPACK's Cholesky and eigenvalues, which OpenBLAS is built without unless asked.
        self.requires("openblas/[>=0.3.21 <1]", transitive_headers=True, transitive_libs=True,
                      options={"build_lapack": True})

    def package_id(self):
        self.info.clear()

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        # All of it: xflens includes files that end in .cxx and .tcc, too.
        copy(self, "*", os.path.join(self.source_folder, "include"), os.path.join(self.package_folder, "include"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "xtensor-blas")
        self.cpp_info.set_property("cmake_target_name", "xtensor-blas")
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
        if "openblas" not in self.dependencies:  # the profile says that the system has it, and nobody else says what to link
            self.cpp_info.system_libs = ["openblas"]

# Header libraries that firefly requires, made of Debian's packages: they fill a remote of your own where ConanCenter cannot be reached. One recipe
# serves them all. The name says which, and the version is the one that apt offers:
#
#     conan create conan/debian --name range-v3
#     conan create conan/debian --name xtl
#     conan create conan/debian --name xtensor
import os
import re
import subprocess

from conan import ConanFile
from conan.errors import ConanException
from conan.tools.files import copy
from conan.tools.layout import basic_layout

required_conan_version = ">=2.4"

packages = {"range-v3": "librange-v3-dev", "xtl": "xtl-dev", "xtensor": "libxtensor-dev"}


class DebianHeaders(ConanFile):
    description = "Headers of a Debian package"
    package_type = "header-library"
    settings = "os", "arch", "compiler", "build_type"
    no_copy_source = True

    def set_version(self):
        if self.name not in packages:
            raise ConanException(f"--name is one of {', '.join(packages)}, and not {self.name}")
        offered = subprocess.run(["apt-cache", "show", "--no-all-versions", packages[self.name]],
                                 check=True, stdout=subprocess.PIPE, text=True).stdout
        self.version = re.search(r"^Version: ([0-9.]+)", offered, re.MULTILINE).group(1)

    def layout(self):
        basic_layout(self, src_folder="src")

    def requirements(self):
        if self.name == "xtensor":
            self.requires("xtl/[>=0.7 <0.9]", transitive_headers=True)

    def package_id(self):
        self.info.clear()

    def source(self):
        self.run(f"apt-get -qq download '{packages[self.name]}={self.version}*'")
        self.run("dpkg-deb -x *.deb .")

    def package(self):
        copy(self, "copyright", os.path.join(self.source_folder, "usr", "share", "doc", packages[self.name]),
             os.path.join(self.package_folder, "licenses"))
        copy(self, "*", os.path.join(self.source_folder, "usr", "include"), os.path.join(self.package_folder, "include"))

    def package_info(self):
        if self.name != "range-v3":  # whose target is Conan's default, range-v3::range-v3
            self.cpp_info.set_property("cmake_target_name", self.name)
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []

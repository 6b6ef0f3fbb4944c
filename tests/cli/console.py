"""What the tests of the program have in common: it runs in an empty folder of its own."""
import os
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("TESSERA", "tessera")
DONE, BAD_INPUT, USAGE, FAILURE = 0, 1, 2, 3


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_program(self, *arguments, given="", code=DONE, text=True, said=True, where=None, **environment):
        """Runs the program in an empty folder, or `where`; gives its output and what it said on standard error."""
        done = subprocess.run([os.path.abspath(PROGRAM), *arguments], input=given if text else given.encode(), text=text,
                              capture_output=True, cwd=where or self.folder, timeout=120,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.folder, **environment})
        self.assertEqual(done.returncode, code, "%s: %s" % (arguments, done.stderr))
        if code != DONE and said:
            self.assertTrue(done.stderr)
        return done.stdout, done.stderr

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "w", encoding="utf-8") as out:
            out.write(content)
        return name

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

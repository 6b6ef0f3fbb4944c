"""The verifier in Python and `tessera verify`, named by the environment variable TESSERA, agree: on finished records,
and on records in which something was changed."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
FINISHED = os.path.join(FOLDER, "finished.txt")


def own(path):
    return subprocess.run([os.environ["TESSERA"], "verify", path], capture_output=True, text=True)


def python(path):
    return subprocess.run([sys.executable, os.path.join(FOLDER, "verify.py"), path], capture_output=True, text=True)


class VerifierTest(unittest.TestCase):
    def setUp(self):
        with open(FINISHED, encoding="utf-8") as file:
            self.records = file.read()

    def check(self, text):
        """Both verdicts on a file with this text, which must agree; gives the program's."""
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            done = own(file.name)
            self.assertEqual(done.returncode, python(file.name).returncode, done.stderr)
            return done

    def test_finished(self):
        done = self.check(self.records)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("4 games, 336 draws, 5 throws, 3 first players by chance", done.stdout)

    def test_other_numbers(self):
        first = self.records.split("\n\n[Game")[0]
        for old, new in (("Secret \"09", "Secret \"19"), ("Contributions \"00", "Contributions \"10"),
                         ("Commitment \"", "Commitment \"0")):
            self.assertIn(old, first)
            self.assertEqual(self.check(first.replace(old, new) + "\n\n").returncode, 1)

    def test_another_throw(self):
        throw = re.search(r" \[1:[^\]]*(\d)\]", self.records)
        for face in "123456":
            changed = self.records[:throw.start(1)] + face + self.records[throw.end(1):]
            self.assertEqual(self.check(changed).returncode, 0 if face == throw.group(1) else 1)

    def test_unfinished(self):
        done = self.check_unfinished()
        self.assertEqual(done.returncode, 1)
        self.assertIn("the tag Secret is missing", done.stderr)

    def check_unfinished(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write(re.sub(r'\[Secret "\w+"\]\n', "", self.records))
            file.flush()
            return own(file.name)


if __name__ == "__main__":
    unittest.main()

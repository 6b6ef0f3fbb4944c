"""Passkeys over HTTP, by an authenticator in software whose keys openssl has, and attacks on them.

    TESSERA=build/debug/tessera python3 tests/server/passkeys.py
"""
import base64
import hashlib
import json
import os
import secrets
import shutil
import subprocess
import tempfile
import unittest

from devices import PlayersTest
from server import Server, UNLIMITED, new_id

SITE, ORIGIN = "games.example", "https://games.example"
KINDS = {"ES256": ("EC", "-pkeyopt", "ec_paramgen_curve:P-256"), "RS256": ("RSA", "-pkeyopt", "rsa_keygen_bits:2048"),
         "EdDSA": ("ED25519",), "ES384": ("EC", "-pkeyopt", "ec_paramgen_curve:P-384")}


def text_of(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    """A passkey as an authenticator and its browser have it."""

    def __init__(self, folder, kind="ES256"):
        self.credential = secrets.token_bytes(32)
        self.kind, self.count, self.folder = kind, 0, folder
        self.file = os.path.join(folder, self.credential.hex())
        self.openssl("genpkey", "-algorithm", *KINDS[kind], "-out", self.file)

    def openssl(self, *arguments):
        return subprocess.run(["openssl", *arguments], check=True, capture_output=True).stdout

    def sign(self, data):
        message = os.path.join(self.folder, "message")
        with open(message, "wb") as file:
            file.write(data)
        if self.kind == "EdDSA":
            return self.openssl("pkeyutl", "-sign", "-rawin", "-inkey", self.file, "-in", message)
        return self.openssl("dgst", "-sha256", "-sign", self.file, message)

    def client(self, kind, challenge, **changed):
        said = {"type": "webauthn." + kind, "challenge": challenge, "origin": ORIGIN, "crossOrigin": False, **changed}
        return json.dumps(said).encode()

    def data(self, site=SITE, flags=1, count=None):
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + (self.count if count is None else count).to_bytes(4, "big")

    def made(self, challenge, site=SITE, flags=0x41, **changed):
        """The answer to navigator.credentials.create()."""
        attested = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + b"\xa0"
        return {"credential": text_of(self.credential),
                "key": text_of(self.openssl("pkey", "-in", self.file, "-pubout", "-outform", "DER")),
                "client": text_of(self.client("create", challenge, **changed)),
                "authenticator": text_of(self.data(site, flags) + attested)}

    def answer(self, challenge, site=SITE, flags=1, count=None, **changed):
        """The answer to navigator.credentials.get()."""
        client, data = self.client("get", challenge, **changed), self.data(site, flags, count)
        signature = self.sign(data + hashlib.sha256(client).digest())
        return {"credential": text_of(self.credential), "client": text_of(client), "authenticator": text_of(data),
                "signature": text_of(signature)}


class PasskeysTest(PlayersTest):
    def setUp(self):
        self.server = Server(*UNLIMITED, "--base-url", ORIGIN + "/", "--trust-proxy")
        self.addCleanup(lambda: self.server.stop())
        self.addresses = 0
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def challenge(self):
        return self.status(self.client().get("/api/v1/passkey-challenge"), 200).json["challenge"]

    def passkey(self, player, kind="ES256"):
        one = Authenticator(self.folder, kind)
        self.status(player.change("passkey", label="Key", **one.made(self.challenge())), 200)
        return one

    def sign_in(self, body=None, **given):
        """The answer to a sign-in from an address of its own, as an address has few tries."""
        self.addresses += 1
        headers = {"X-Forwarded-For": "10.0.%d.%d" % divmod(self.addresses, 250)}
        return self.client().ask("POST", "/api/v1/sign-in", body or {"id": new_id(), **given}, headers)

    def refused(self, answer, because, status=403):
        self.status(answer, status, "wrong-token" if status == 403 else "bad-request")
        self.assertIn(because, answer.json["text"])

    def test_a_passkey_signs_a_device_in(self):
        self.assertTrue(self.client().get("/api/v1/info").json["passkeys"])
        for kind in ("ES256", "RS256", "EdDSA"):
            ann = self.player("Ann " + kind)
            key = self.passkey(ann, kind)
            listed = ann.get("/api/v1/players/me").json["passkeys"]
            self.assertEqual([(one["passkey"], one["label"], one["credential"]) for one in listed],
                             [(1, "Key", text_of(key.credential))])
            phone = self.client()
            held = self.status(self.sign_in(**key.answer(self.challenge()), label="Phone"), 201).json
            self.assertEqual(held["name"], "Ann " + kind)
            phone.token = held["token"]
            profile = self.status(phone.get("/api/v1/players/me"), 200).json
            self.assertEqual([device["label"] for device in profile["devices"]], ["test", "Phone"])
            self.assertGreater(profile["passkeys"][0]["used"], listed[0]["used"])
            self.assertNotIn("passkeys", self.client().get("/api/v1/players/" + self.id_of(ann)).json)
            taken = self.status(ann.get("/api/v1/players/me/file"), 200).json
            self.assertEqual(len(taken["player"]["passkeys"]), 1)

    def test_a_removed_passkey_signs_nobody_in(self):
        ann = self.player("Ann")
        key = self.passkey(ann)
        self.status(ann.change("drop-passkey", passkey=1), 200)
        self.assertEqual(ann.get("/api/v1/players/me").json["passkeys"], [])
        self.refused(self.sign_in(**key.answer(self.challenge())), "no player's")

    def test_a_device_that_is_shut_out_leaves_no_passkey(self):
        """A thief who had the device for a moment has no way back."""
        ann = self.player("Ann")
        thief = self.other_device(ann)
        own, theirs = self.passkey(ann), self.passkey(thief)
        stolen = next(one["device"] for one in ann.get("/api/v1/players/me").json["devices"] if not one.get("own"))
        self.status(ann.change("shut-out", device=stolen), 200)
        self.refused(self.sign_in(**theirs.answer(self.challenge())), "no player's")
        self.status(self.sign_in(**own.answer(self.challenge())), 201)

    def test_a_deleted_player_has_no_passkey(self):
        ann = self.player("Ann")
        key = self.passkey(ann)
        self.status(ann.change("delete", name="Ann"), 200)
        self.refused(self.sign_in(**key.answer(self.challenge())), "no player's")

    def test_answers_for_something_else(self):
        ann = self.player("Ann")
        key = self.passkey(ann)
        for because, changed in (("origin", {"origin": "https://games.example.evil.example"}),
                                 ("origin", {"origin": "http://games.example"}),
                                 ("origin", {"origin": ORIGIN + "/"}),
                                 ("type", {"type": "webauthn.create"}),
                                 ("data for games.example", {"site": "evil.example"}),
                                 ("somebody was there", {"flags": 0}),
                                 ("not this server's", {"challenge": text_of(secrets.token_bytes(32))}),
                                 ("not this server's", {"challenge": ""})):
            challenge = changed.pop("challenge", None)
            given = key.answer(self.challenge() if challenge is None else challenge, **changed)
            self.refused(self.sign_in(**given), because)
            one = Authenticator(self.folder)
            made = one.made(self.challenge() if challenge is None else challenge,
                            **({"type": "webauthn.get"} if because == "type" else changed))
            self.refused(ann.change("passkey", label="x", **made), because, 400)
        self.assertEqual(len(ann.get("/api/v1/players/me").json["passkeys"]), 1)

    def test_a_challenge_is_answered_once(self):
        ann = self.player("Ann")
        key, challenge = self.passkey(ann), self.challenge()
        body = {"id": new_id(), **key.answer(challenge)}
        first, again = (self.status(self.sign_in(body), 201).json for _ in range(2))
        self.assertEqual(first, again)  # the same request makes one device
        self.refused(self.sign_in({**body, "id": new_id()}), "answered before")
        self.refused(self.sign_in(**key.answer(challenge)), "answered before")
        self.assertEqual(len(ann.get("/api/v1/players/me").json["devices"]), 2)
        device = max(one["device"] for one in ann.get("/api/v1/players/me").json["devices"])
        self.status(ann.change("shut-out", device=device), 200)
        self.refused(self.sign_in(body), "answered before")
        challenge = self.challenge()
        self.status(ann.change("passkey", label="x", **Authenticator(self.folder).made(challenge)), 200)
        self.refused(ann.change("passkey", label="x", **Authenticator(self.folder).made(challenge)), "answered before", 400)

    def test_a_wrong_signature(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        key, other = self.passkey(ann), self.passkey(ben)
        given = key.answer(self.challenge())
        for signature in (b"", b"\x30", bytes(64), bytes(512), other.sign(b"other")):
            self.refused(self.sign_in(**{**given, "signature": text_of(signature)}), "signature")
        self.refused(self.sign_in(**{**other.answer(self.challenge()), "credential": text_of(key.credential)}), "signature")
        self.refused(self.sign_in(**{**given, "authenticator": text_of(key.data(count=9))}), "signature")
        self.status(self.sign_in(**given), 201)

    def test_a_credential_belongs_to_one_player(self):
        ann, ben = self.player("Ann"), self.player("Ben")
        key, other = self.passkey(ann), Authenticator(self.folder)
        other.credential = key.credential
        self.refused(ben.change("passkey", label="x", **other.made(self.challenge())), "another player", 400)
        held = self.status(self.sign_in(**key.answer(self.challenge())), 201).json
        self.assertEqual(held["name"], "Ann")

    def test_a_copy_of_an_authenticator_is_seen(self):
        ann = self.player("Ann")
        key = self.passkey(ann)
        self.status(self.sign_in(**key.answer(self.challenge(), count=7)), 201)
        for count in (7, 3, 0):
            self.refused(self.sign_in(**key.answer(self.challenge(), count=count)), "copy")
        self.status(self.sign_in(**key.answer(self.challenge(), count=8)), 201)

    def test_malformed_answers(self):
        ann = self.player("Ann")
        key = self.passkey(ann)
        given, made = key.answer(self.challenge()), Authenticator(self.folder).made(self.challenge())
        for name, value in (("client", "*"), ("client", "A"), ("client", "AB"), ("client", text_of(bytes(2049))), ("credential", text_of(bytes(513))),
                            ("authenticator", text_of(bytes(2049))), ("signature", text_of(bytes(513))), ("client", 7)):
            self.status(self.sign_in(**{**given, name: value}), 400, "bad-request")
        for client in (b"", b"{", b"[]", b"\xff", b"{}", b"[" * 2000, b'{"type":"webauthn.get"}', b'{"type":7}',
                       b'{"type":"webauthn.get","type":"webauthn.get"}'):
            self.refused(self.sign_in(**{**given, "client": text_of(client)}), "client" if client != b'{"type":7}' else "type")
        for data in (b"", bytes(36), bytes(37), hashlib.sha256(SITE.encode()).digest()):
            self.refused(self.sign_in(**{**given, "authenticator": text_of(data)}), "authenticator")
        head = hashlib.sha256(SITE.encode()).digest()
        for data in (head + b"\x41" + bytes(4), head + b"\x41" + bytes(22), head + b"\x41" + bytes(20) + b"\xff\xff" + bytes(40),
                     head + b"\x01" + bytes(4)):
            self.refused(ann.change("passkey", label="x", **{**made, "authenticator": text_of(data)}), "credential", 400)
        wrong = Authenticator(self.folder, "ES384").made(self.challenge())["key"]
        for bad in (b"", b"\x30\x82", bytes(600), base64.urlsafe_b64decode(made["key"] + "==") + b"x"):
            self.refused(ann.change("passkey", label="x", **{**made, "key": text_of(bad)}), "key", 400)
        self.refused(ann.change("passkey", label="x", **{**made, "key": wrong}), "key", 400)
        self.status(self.sign_in(words="bala bala bala bala bala bala", **given), 400, "bad-request")
        self.status(self.sign_in(), 400, "bad-request")

    def test_passkeys_are_not_hoarded(self):
        ann = self.player("Ann")
        for _ in range(16):
            self.passkey(ann)
        one = Authenticator(self.folder)
        self.status(ann.change("passkey", label="x", **one.made(self.challenge())), 409, "not-now")

    def test_guesses_are_counted(self):
        server = Server("--base-url", ORIGIN)
        self.addCleanup(server.stop)
        guesser, key = self.client(server=server), Authenticator(self.folder)
        for _ in range(10):
            self.status(guesser.ask("POST", "/api/v1/sign-in", {"id": new_id(), **key.answer(self.challenge())}), 403, "wrong-token")
        self.status(guesser.ask("POST", "/api/v1/sign-in", {"id": new_id(), **key.answer(self.challenge())}), 429, "too-often")

    def test_a_server_without_an_address_offers_none(self):
        server = Server(*UNLIMITED)
        self.addCleanup(server.stop)
        self.assertFalse(self.client(server=server).get("/api/v1/info").json["passkeys"])
        ann, key = self.player("Ann", server), Authenticator(self.folder)
        self.status(ann.change("passkey", label="x", **key.made(self.challenge())), 409, "not-now")
        self.status(self.client(server=server).ask("POST", "/api/v1/sign-in", {"id": new_id(), **key.answer(self.challenge())}), 409, "not-now")


if __name__ == "__main__":
    unittest.main()

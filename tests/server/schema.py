"""The part of JSON Schema that src/server/openapi.json uses; another keyword is an error."""
import json
import os
import re

OPENAPI = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "server", "openapi.json")
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
         "null": type(None)}
KNOWN = {"$ref", "type", "properties", "required", "additionalProperties", "items", "enum", "const", "pattern", "minimum",
         "maximum", "minLength", "maxLength", "minItems", "maxItems", "oneOf", "description"}


class Interface:
    def __init__(self):
        with open(OPENAPI, encoding="utf-8") as file:
            self.document = json.load(file)

    def find(self, reference):
        at = self.document
        for name in reference.lstrip("#/").split("/"):
            at = at[name]
        return at

    def operations(self):
        """(path, method) -> operation."""
        return {(path, method.upper()): operation for path, methods in self.document["paths"].items()
                for method, operation in methods.items() if method != "parameters"}

    def path_of(self, path):
        """The documented path that a real one belongs to, or None."""
        bare = path.partition("?")[0]
        for pattern in self.document["paths"]:
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", re.escape(pattern).replace(r"\{", "{").replace(r"\}", "}")), bare):
                return pattern
        return None

    def response(self, operation, status):
        found = operation["responses"].get(str(status))
        return self.find(found["$ref"]) if found and "$ref" in found else found

    def faults(self, schema, value, where="body"):
        """What is wrong with a value, as sentences; none if it is right."""
        unknown = set(schema) - KNOWN
        if unknown:
            return ["%s: the checker does not know %s" % (where, unknown)]
        if "$ref" in schema:
            return self.faults(self.find(schema["$ref"]), value, where)
        if "oneOf" in schema:
            tried = [self.faults(one, value, where) for one in schema["oneOf"]]
            right = sum(not faults for faults in tried)
            return [] if right == 1 else ["%s: %d of the forms fit: %s" % (where, right, min(tried, key=len))]
        kind = TYPES[schema["type"]]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            return ["%s: %r is no %s" % (where, value, schema["type"])]
        return self.value_faults(schema, value, where)

    def value_faults(self, schema, value, where):
        faults = []
        if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
            faults.append("%s: %r is not allowed" % (where, value))
        if "pattern" in schema and not re.search(schema["pattern"], value):
            faults.append("%s: %r does not match" % (where, value))
        if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
            faults.append("%s: %r is out of bounds" % (where, value))
        if isinstance(value, str) and not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
            faults.append("%s: a length of %d" % (where, len(value)))
        if isinstance(value, list):
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
                faults.append("%s: %d items" % (where, len(value)))
            for number, item in enumerate(value):
                faults += self.faults(schema["items"], item, "%s[%d]" % (where, number))
        if isinstance(value, dict):
            faults += self.member_faults(schema, value, where)
        return faults

    def member_faults(self, schema, value, where):
        members = schema.get("properties", {})
        faults = ["%s: %r is missing" % (where, name) for name in schema.get("required", []) if name not in value]
        for name, item in value.items():
            if name in members:
                faults += self.faults(members[name], item, "%s.%s" % (where, name))
            elif schema.get("additionalProperties") is False:
                faults.append("%s: %r is not documented" % (where, name))
            elif isinstance(schema.get("additionalProperties"), dict):
                faults += self.faults(schema["additionalProperties"], item, "%s.%s" % (where, name))
        return faults

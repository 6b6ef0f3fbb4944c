/* Members of JSON objects: the values that each reader accepts, and its messages for others. */
#include "notation/json_reader.h"
#include "notation/library.h"

/* What one of the readers finds in `json` for the member `m`: the value as text, `missing`, or the message. */
struct finding {
  char text[320];
};

enum reader_kind { WHOLE, LONG, LONGS, SWITCH, TEXT, CHOICE, HEX, OBJECT, LIST };

static struct finding find(enum reader_kind kind, const char *json) {
  struct finding finding = {"missing"};
  struct fault fault = {0};
  int number = -1;
  int64_t wide = -1, three[3] = {-1};
  bool on = false, good = false;
  struct span text = {0};
  uint8_t bytes[2] = {0};
  const json_t *value = NULL;
  const size_t size = sizeof finding.text;
  json_t *object = members_read(span_of(json), &fault);
  if (object == NULL) fail_msg("%s", fault.text);
  const bool there = json_object_get(object, "m") != NULL;
  switch (kind) {
  case WHOLE: good = member_whole(object, "m", -3, 9, &number, &fault); break;
  case LONG: good = member_long(object, "m", &wide, &fault); break;
  case LONGS: good = member_longs(object, "m", 3, three, &fault); break;
  case SWITCH: good = member_switch(object, "m", &on, &fault); break;
  case TEXT: good = member_text(object, "m", &text, &fault); break;
  case CHOICE: good = member_choice(object, "m", "red blue", &number, &fault); break;
  case HEX: good = member_hex(object, "m", bytes, 2, &fault); break;
  case OBJECT: good = member_object(object, "m", &value, &fault); break;
  case LIST: good = member_list(object, "m", "strings", &value, &fault); break;
  }
  if (!good) snprintf(finding.text, size, "%s", fault.text);
  if (good && !there) assert_true(number == -1 && wide == -1 && three[0] == -1 && text.bytes == NULL && value == NULL);
  if (good && there && (kind == WHOLE || kind == CHOICE)) snprintf(finding.text, size, "%d", number);
  if (good && there && kind == LONG) snprintf(finding.text, size, "%lld", (long long)wide);
  if (good && there && kind == LONGS)
    snprintf(finding.text, size, "%d %d %d", (int)three[0], (int)three[1], (int)three[2]);
  if (good && there && kind == SWITCH) snprintf(finding.text, size, on ? "on" : "off");
  if (good && there && kind == TEXT) snprintf(finding.text, size, "%.*s", (int)text.length, text.bytes);
  if (good && there && kind == HEX) snprintf(finding.text, size, "%02x%02x", bytes[0], bytes[1]);
  if (good && there && (kind == OBJECT || kind == LIST))
    snprintf(finding.text, size, "%d", (int)(kind == OBJECT ? json_object_size(value) : json_array_size(value)));
  json_decref(object);
  return finding;
}

TEST(each_reader_takes_its_type_alone) {
  static const struct {
    enum reader_kind kind;
    const char *json, *found;
  } rows[] = {
      {WHOLE, "{\"m\":-3}", "-3"},
      {WHOLE, "{\"m\":9.0}", "9"},
      {WHOLE, "{\"m\":10}", "m: expected a whole number from -3 to 9"},
      {WHOLE, "{\"m\":1.5}", "m: expected a whole number from -3 to 9"},
      {WHOLE, "{\"m\":\"1\"}", "m: expected a whole number from -3 to 9"},
      {LONG, "{\"m\":9007199254740993}", "9007199254740993"},
      {LONG, "{\"m\":1.0}", "m: expected whole numbers"},
      {LONGS, "{\"m\":[1,-2,3]}", "1 -2 3"},
      {LONGS, "{\"m\":[1,2]}", "m: expected 3 whole numbers"},
      {LONGS, "{\"m\":[1,2,3,4]}", "m: expected 3 whole numbers"},
      {LONGS, "{\"m\":[1,2,null]}", "m: expected 3 whole numbers"},
      {LONGS, "{\"m\":7}", "m: expected 3 whole numbers"},
      {SWITCH, "{\"m\":true}", "on"},
      {SWITCH, "{\"m\":false}", "off"},
      {SWITCH, "{\"m\":1}", "m: expected true or false"},
      {TEXT, "{\"m\":\"a b\"}", "a b"},
      {TEXT, "{\"m\":null}", "m: expected a string"},
      {CHOICE, "{\"m\":\"blue\"}", "1"},
      {CHOICE, "{\"m\":\"\"}", "m: expected one of red blue, not ''"},
      {CHOICE, "{\"m\":\"red blue\"}", "m: expected one of red blue, not 'red blue'"},
      {CHOICE, "{\"m\":2}", "m: expected a string"},
      {HEX, "{\"m\":\"0aFF\"}", "0aff"},
      {HEX, "{\"m\":\"0aF\"}", "m: expected 4 hexadecimal digits"},
      {HEX, "{\"m\":\"\"}", "m: expected 4 hexadecimal digits"},
      {OBJECT, "{\"m\":{\"a\":1,\"b\":2}}", "2"},
      {OBJECT, "{\"m\":[]}", "m: expected an object"},
      {LIST, "{\"m\":[1,2,3]}", "3"},
      {LIST, "{\"m\":{}}", "m: expected an array of strings"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    assert_string_equal(find(rows[i].kind, rows[i].json).text, rows[i].found);
  for (enum reader_kind kind = WHOLE; kind <= LIST; kind++)
    assert_string_equal(find(kind, "{\"n\":1}").text, "missing");
}

TEST(bytes_are_one_object_with_known_members) {
  static const struct {
    const char *bytes, *message; /* NULL: it is taken */
  } rows[] = {
      {"\xEF\xBB\xBF{\"a\":1,\"b\":2}", NULL},
      {"{\"b\":2}", "a: is missing"},
      {"{\"a\":1,\"c\":2}", "unknown member 'c': expected a b"},
      {"[1]", "expected a JSON object"},
      {"{\"a\":1", "expected JSON: "},
      {"{\"a\":1,\"a\":2}", "expected JSON: "},
      {"{\"a\":1} 2", "expected JSON: "},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct fault fault = {0};
    json_t *object = members_read(span_of(rows[i].bytes), &fault);
    const bool good = object != NULL && members_known(object, "a", "b", &fault);
    assert_int_equal(good, rows[i].message == NULL);
    if (!good && strncmp(fault.text, rows[i].message, strlen(rows[i].message)) != 0) fail_msg("%s", fault.text);
    json_decref(object);
  }
}

RUN_TESTS(NULL, NULL)

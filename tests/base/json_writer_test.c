/* JSON that is written: commas, nesting, escapes; jansson reads what was written. */
#include "base/json_writer.h"
#include "cli/cmocka_base.h"
#include <jansson.h>
#include <math.h>
#include <string.h>

TEST(test_commas) {
  struct text text = {0};
  json_open_object(&text, NULL);
  json_put_int(&text, "a", -1);
  json_open_array(&text, "b");
  json_open_array(&text, NULL);
  json_close_array(&text);
  json_open_object(&text, NULL);
  json_close_object(&text);
  json_put_bool(&text, NULL, true);
  json_put_bool(&text, NULL, false);
  json_put_null(&text, NULL);
  json_put_decimal(&text, NULL, 1.25, 2);
  json_put_decimal(&text, NULL, INFINITY, 2);
  json_put_decimal(&text, NULL, 9e16, 2);
  json_close_array(&text);
  json_open_object(&text, "c");
  json_put_string(&text, "d", "[");
  json_put_hash(&text, "e", 255);
  json_put_hex(&text, "f", (const uint8_t[]){0x0a, 0xff}, 2);
  json_close_object(&text);
  json_put_null(&text, "g");
  json_close_object(&text);
  assert_string_equal(text.bytes, "{\"a\":-1,\"b\":[[],{},true,false,null,1.25,null,null],\"c\":{\"d\":\"[\",\"e\":"
                                  "\"00000000000000ff\",\"f\":\"0aff\"},\"g\":null}");
  text_free(&text);
}

TEST(test_top) {
  struct text text = {0};
  json_put_string(&text, NULL, "");
  text_add_char(&text, '\n');
  json_put_int(&text, NULL, 7);
  text_add_string(&text, "\nevent ");
  json_open_array(&text, NULL);
  json_close_array(&text);
  assert_string_equal(text.bytes, "\"\"\n7\nevent []");
  text_free(&text);
}

TEST(test_strings_in_parts) {
  struct text text = {0};
  json_open_array(&text, NULL);
  for (int i = 0; i < 2; i++) {
    json_open_string(&text, NULL);
    text_print(&text, "%d@%d", i, i + 1);
    json_close_string(&text);
  }
  json_close_array(&text);
  assert_string_equal(text.bytes, "[\"0@1\",\"1@2\"]");
  text_free(&text);
}

TEST(test_words_and_raw) {
  struct text text = {0};
  json_open_object(&text, NULL);
  json_put_words(&text, "none", span_of(" \t"));
  json_put_words(&text, "two", span_of(" a  b\""));
  json_put_raw(&text, "raw", span_of("{\"x\":[1]}"));
  json_close_object(&text);
  assert_string_equal(text.bytes, "{\"none\":[],\"two\":[\"a\",\"b\\\"\"],\"raw\":{\"x\":[1]}}");
  text_free(&text);
}

TEST(test_escapes) {
  struct text text = {0};
  json_put_span(&text, NULL, (struct span){"a\"\\\n\x01\xC3\xA4", 7});
  assert_string_equal(text.bytes, "\"a\\\"\\\\\\u000a\\u0001\xC3\xA4\"");
  text_clear(&text);
  char bytes[128];
  for (int i = 0; i < 128; i++) bytes[i] = (char)i;
  json_put_span(&text, NULL, (struct span){bytes + 1, 127});
  json_t *read = json_loadb(text.bytes, text.length, JSON_DECODE_ANY, NULL);
  assert_int_equal(json_string_length(read), 127);
  assert_memory_equal(json_string_value(read), bytes + 1, 127);
  json_decref(read);
  text_free(&text);
}

RUN_TESTS(NULL, NULL)

// Looks positions up as a program in C would, and exits with 1 at the first surprise.

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "shuban.h"

static int surprise(const char *what) {
    fprintf(stderr, "%s\n", what);
    return 1;
}

int main(int count, char **arguments) {
    if (count != 2) return surprise("usage: probe FOLDER");
    ShubanFolder *folder = shuban_open(arguments[1]);
    if (!folder) return surprise("not opened");

    ShubanValue value = {9.0, 9.0, 9.0};
    if (!shuban_probe(folder, "half-gammon", "1|3", &value)) return surprise(shuban_error(folder));
    if (value.value != 1.0 || value.lower != 1.0 || value.upper != 1.0) return surprise("not won");
    if (!shuban_probe(folder, "half-gammon/contact-1-1", "10|11", &value)) return surprise("no value");
    if (!(value.lower <= value.value && value.value <= value.upper)) return surprise("wrong bounds");
    if (!(value.value > -1.0 && value.value < 1.0)) return surprise("no contest");
    printf("%+.6f\n", value.value);

    // A layer that is not there, a text that is no position, and NULL: reasons, and no change.
    ShubanValue same = value;
    if (shuban_probe(folder, "half-gammon", "1,2|9", &value)) return surprise("found");
    printf("%s\n", shuban_error(folder));
    if (shuban_probe(folder, "half-gammon", "x", &value)) return surprise("read");
    if (!strstr(shuban_error(folder), "bad position")) return surprise(shuban_error(folder));
    if (shuban_probe(folder, NULL, "1|3", &value)) return surprise("asked");
    if (memcmp(&same, &value, sizeof value)) return surprise("changed");
    // Texts that are not UTF-8, and no texts.
    if (shuban_open(NULL) || shuban_open("\xff")) return surprise("opened");
    if (shuban_probe(folder, "half-gammon", "\xff", &value)) return surprise("not UTF-8");
    if (shuban_answer(folder, "half-gammon", "10|11", "\xff")) return surprise("a roll that is none");
    if (shuban_probe(folder, "half-gammon", "1|3", NULL)) return surprise("no room");
    if (!strstr(shuban_error(folder), "room")) return surprise(shuban_error(folder));
    if (*shuban_error(NULL)) return surprise("a reason of nothing");
    if (shuban_probe(NULL, "half-gammon", "1|3", &value)) return surprise("no folder");

    char *answer = shuban_answer(folder, "half-gammon", "10|11", "2-1");
    if (!answer) return surprise(shuban_error(folder));
    printf("%s\n", answer);
    shuban_free(answer);
    shuban_free(NULL);
    shuban_close(folder);
    shuban_close(NULL);
    return 0;
}

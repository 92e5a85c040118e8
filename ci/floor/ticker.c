// The least adapter there is: it wants to run again every virtual second and does nothing then.
//
// With it ci/bench measures what the coordinator adds to the floor of a timer event. It reads the two
// numbers it needs from a message by position, because its own cost must not blur the measurement.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  static char line[1 << 16];
  int length = 0;
  for (;;) {
    int count = (int)read(0, line + length, sizeof line - 1 - length);
    if (count <= 0) return 0;
    length += count;
    if (line[length - 1] != '\n') continue;
    line[length] = 0;
    long sequence = atol(line + 7);
    long now = atol(strstr(line, "\"now\":") + 6);
    char reply[256];
    int size;
    if (strstr(line, "\"op\":\"hello\""))
      size = snprintf(
          reply, sizeof reply,
          "{\"seq\":%ld,\"result\":{\"protocol\":1,\"adapter\":\"ticker\",\"version\":\"1\","
          "\"sdk\":\"none\",\"capabilities\":[]}}\n",
          sequence);
    else
      size = snprintf(reply, sizeof reply, "{\"seq\":%ld,\"next\":%ld}\n", sequence, now + 1000);
    int stop = strstr(line, "\"op\":\"stop\"") != NULL;
    if (write(1, reply, size) != size) return 1;
    if (stop) return 0;
    length = 0;
  }
}

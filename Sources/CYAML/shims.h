// libyaml needs no shims; this header is the module's umbrella.
#pragma once
#include <yaml.h>

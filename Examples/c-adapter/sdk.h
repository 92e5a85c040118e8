// A small MAM SDK: enrollment, retries, policy refresh and deregistration. It reads no clock and draws no numbers.
#pragma once
#include "mamkit.h"

/// The app in which the SDK lives, for `mamkit_main`.
extern const mamkit_app example_app;

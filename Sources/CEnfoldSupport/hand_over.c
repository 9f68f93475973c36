/* hand_over.c: the records of enfold_hand_over.h. */
#include "enfold_hand_over.h"

_Thread_local enfold_hand_overs enfold_known_hand_overs;

#define _DEFAULT_SOURCE
#include "lobby/limiter.h"

#include <stdlib.h>
#include <sys/random.h>

#include "base/guard.h"
#include "base/random.h"

enum { FIRST_CAPACITY = 1024 };

/* A bucket without a key is free. */
struct bucket {
  uint64_t key;
  int64_t when;   /* of `missing` */
  double missing; /* requests that the bucket is short of being full */
  uint32_t held[LIMITER_WHATS];
};

/* Open addressing; buckets are removed only when the hash table is made anew. */
struct limiter {
  struct bucket *buckets;
  size_t capacity, count;
  uint64_t secret;
  double rate, burst;
};

static struct bucket *buckets_new(size_t capacity) {
  struct bucket *buckets = memory_new(capacity * sizeof *buckets);
  for (size_t i = 0; i < capacity; i++) buckets[i] = (struct bucket){0};
  return buckets;
}

struct limiter *limiter_open(double rate, double burst) {
  struct limiter *limiter = memory_new(sizeof *limiter);
  *limiter = (struct limiter){.capacity = FIRST_CAPACITY, .rate = rate, .burst = burst};
  limiter->buckets = buckets_new(FIRST_CAPACITY);
  if (getrandom(&limiter->secret, sizeof limiter->secret, 0) < 0) abort();
  return limiter;
}

void limiter_close(struct limiter *limiter) {
  free(limiter->buckets);
  free(limiter);
}

uint64_t limiter_key(const struct limiter *limiter, const void *bytes, size_t length) {
  const unsigned char *at = bytes;
  uint64_t key = random_mix(limiter->secret + length);
  for (size_t i = 0; i < length; i++) key = random_mix(key + limiter->secret + at[i]);
  return key == 0 ? 1 : key;
}

static struct bucket *find(struct bucket *buckets, size_t capacity, uint64_t key) {
  size_t at = key & (capacity - 1);
  while (buckets[at].key != 0 && buckets[at].key != key) at = (at + 1) & (capacity - 1);
  return &buckets[at];
}

static bool holds_nothing(const struct bucket *bucket) {
  for (int what = 0; what < LIMITER_WHATS; what++)
    if (bucket->held[what] > 0) return false;
  return true;
}

/* Makes the hash table anew without the buckets that say no more than none would. */
static void rebuild(struct limiter *limiter, size_t capacity, int64_t now) {
  struct bucket *buckets = buckets_new(capacity);
  limiter->count = 0;
  for (size_t i = 0; i < limiter->capacity; i++) {
    const struct bucket *old = &limiter->buckets[i];
    const double back = limiter->rate * (double)(now - old->when) / 1000;
    if (old->key == 0 || (holds_nothing(old) && back >= old->missing)) continue;
    *find(buckets, capacity, old->key) = *old;
    limiter->count++;
  }
  free(limiter->buckets);
  limiter->buckets = buckets;
  limiter->capacity = capacity;
}

void limiter_sweep(struct limiter *limiter, int64_t now) {
  size_t capacity = limiter->capacity;
  if (limiter->count * 8 < capacity && capacity > FIRST_CAPACITY) capacity /= 2;
  if (limiter->count > 0) rebuild(limiter, capacity, now);
}

/* The key's bucket, made if there is none. */
static struct bucket *bucket_of(struct limiter *limiter, uint64_t key, int64_t now) {
  struct bucket *bucket = find(limiter->buckets, limiter->capacity, key);
  if (bucket->key != 0) return bucket;
  if (limiter->count * 2 >= limiter->capacity) rebuild(limiter, limiter->capacity * 2, now);
  bucket = find(limiter->buckets, limiter->capacity, key);
  *bucket = (struct bucket){.key = key, .when = now};
  limiter->count++;
  return bucket;
}

/* By how much the key's bucket has less than `cost` at `now`; 0 or less: it has enough. */
static double lack(struct limiter *limiter, uint64_t key, double cost, int64_t now) {
  struct bucket *bucket = bucket_of(limiter, key, now);
  const double missing = bucket->missing - limiter->rate * (double)(now - bucket->when) / 1000;
  bucket->missing = missing < 0 ? 0 : missing;
  bucket->when = now;
  return bucket->missing + cost - limiter->burst;
}

uint32_t limiter_take(struct limiter *limiter, struct limiter_who who, uint32_t cost, int64_t now) {
  if (limiter->rate <= 0) return 0;
  const double shared = (double)cost / LIMITER_NETWORK_SHARES;
  const double own_lack = lack(limiter, who.own, cost, now);
  const double network_lack = who.network == 0 ? 0 : lack(limiter, who.network, shared, now);
  const double most = own_lack > network_lack ? own_lack : network_lack;
  if (most > 0) return (uint32_t)(most / limiter->rate * 1000) + 1;
  limiter_charge(limiter, who, cost, now);
  return 0;
}

void limiter_charge(struct limiter *limiter, struct limiter_who who, uint32_t cost, int64_t now) {
  if (limiter->rate <= 0) return;
  bucket_of(limiter, who.own, now)->missing += cost;
  if (who.network != 0) bucket_of(limiter, who.network, now)->missing += (double)cost / LIMITER_NETWORK_SHARES;
}

static void give_back(struct bucket *bucket, double cost) {
  bucket->missing = bucket->missing > cost ? bucket->missing - cost : 0;
}

void limiter_return(struct limiter *limiter, struct limiter_who who, uint32_t cost, int64_t now) {
  if (limiter->rate <= 0) return;
  give_back(bucket_of(limiter, who.own, now), cost);
  if (who.network != 0) give_back(bucket_of(limiter, who.network, now), (double)cost / LIMITER_NETWORK_SHARES);
}

static bool hold(struct limiter *limiter, uint64_t key, enum limiter_what what, uint32_t most) {
  struct bucket *bucket = bucket_of(limiter, key, 0);
  if (most != 0 && bucket->held[what] >= most) return false;
  bucket->held[what]++;
  return true;
}

static void release(struct limiter *limiter, uint64_t key, enum limiter_what what) {
  struct bucket *bucket = find(limiter->buckets, limiter->capacity, key);
  if (bucket->key != 0 && bucket->held[what] > 0) bucket->held[what]--;
}

bool limiter_hold(struct limiter *limiter, struct limiter_who who, enum limiter_what what, uint32_t most) {
  if (!hold(limiter, who.own, what, most)) return false;
  if (who.network == 0 || hold(limiter, who.network, what, most * LIMITER_NETWORK_SHARES)) return true;
  release(limiter, who.own, what);
  return false;
}

void limiter_release(struct limiter *limiter, struct limiter_who who, enum limiter_what what) {
  release(limiter, who.own, what);
  if (who.network != 0) release(limiter, who.network, what);
}

import { expect, test } from 'vitest'
import { readCodeCache, readHeapInfo, readMetaspace } from './heap-info.ts'

const mebi = 1024 ** 2

/** Recorded of Java 8, 17 and 25; the real JVM of this machine is asked in the integration test. */
test.each([
  [
    'Parallel of Java 8',
    ' PSYoungGen      total 76288K, used 3932K [0x00000000fab00000, 0x0000000100000000, 0x0000000100000000)\n ParOldGen       total 175104K, used 100K [0x00000000f0000000, 0x00000000fab00000, 0x00000000fab00000)\n Metaspace       used 2425K, capacity 4486K, committed 4864K, reserved 1056768K',
    {
      usedBytes: 4_032 * 1024,
      committedBytes: 251_392 * 1024,
      maxBytes: 256 * mebi,
      metaspaceCommittedBytes: 4_864 * 1024,
    },
  ],
  [
    'G1 of Java 17',
    ' garbage-first heap   total 262144K, used 1685K [0x00000000f0000000, 0x0000000100000000)\n Metaspace       used 188K, committed 384K, reserved 1114112K',
    {
      usedBytes: 1_685 * 1024,
      committedBytes: 256 * mebi,
      maxBytes: 256 * mebi,
      metaspaceUsedBytes: 188 * 1024,
    },
  ],
  [
    'G1 of Java 25',
    'garbage-first heap   total reserved 262144K, committed 131072K, used 2764K [0x00000000f0000000, 0x0000000100000000)',
    { usedBytes: 2_764 * 1024, committedBytes: 128 * mebi, maxBytes: 256 * mebi, metaspaceUsedBytes: null },
  ],
  [
    'ZGC',
    ' ZHeap           used 2M, capacity 64M, max capacity 256M',
    { usedBytes: 2 * mebi, committedBytes: 64 * mebi, maxBytes: 256 * mebi },
  ],
  [
    'Shenandoah',
    'Shenandoah Heap\n 256M max, 256M soft max, 128M committed, 1280K used',
    { usedBytes: 1_280 * 1024, committedBytes: 128 * mebi, maxBytes: 256 * mebi },
  ],
])('the heap of %s (recorded)', (_, answer, expected) => {
  expect(readHeapInfo(answer)).toMatchObject(expected)
})

test('an answer of a collector that is not known is none', () => {
  expect(readHeapInfo('epsilon space 10 of 20')).toBeNull()
  expect(readCodeCache('?')).toBeNull()
  expect(readMetaspace('?')).toBeNull()
})

test('code heaps are added up, and the line of their sum is not added again (recorded)', () => {
  const answer =
    "CodeHeap 'profiled nmethods': size=1000Kb used=361Kb max_used=361Kb free=639Kb\nCodeHeap 'non-nmethods': size=500Kb used=100Kb max_used=100Kb free=400Kb\nCodeCache: size=1500Kb, used=461Kb, max_used=461Kb, free=1039Kb"
  expect(readCodeCache(answer)).toEqual({ usedBytes: 461 * 1024, maxBytes: 1_500 * 1024 })
  expect(readCodeCache('CodeCache: size=49152Kb used=1240Kb max_used=1245Kb free=47911Kb')).toEqual({
    usedBytes: 1_240 * 1024,
    maxBytes: 49_152 * 1024,
  })
})

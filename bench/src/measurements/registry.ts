/** All measurements besides throughput, in the order of the output. */
import { arrivals } from './arrivals.ts'
import { cold } from './cold.ts'
import { exactness } from './exactness.ts'
import { flatMemory } from './flat-memory.ts'
import type { Measurement } from './measurement.ts'
import { memoryPerUser } from './memory-per-user.ts'
import { percentileError } from './percentiles.ts'
import { scaling } from './scaling.ts'
import { h2load, wrkTls } from './secure.ts'
import { userGrowth } from './user-growth.ts'

export const measurements: readonly Measurement[] = [
  scaling,
  userGrowth,
  memoryPerUser,
  flatMemory,
  arrivals,
  cold,
  percentileError,
  exactness,
  wrkTls,
  h2load,
]

/** Data of the section "distribution". */
import { z } from 'zod'

const bucketSchema = z.object({ fromMs: z.number(), toMs: z.number(), count: z.int() })

export const distributionData = {
  /** Response times of all requests in buckets of growing width. */
  distribution: z.array(bucketSchema).default(() => []),
}

/** A worker that counts one access log. */
import { answerOrder } from '../../../lib/file-reading.ts'
import { readMix } from './read-mix.ts'

answerOrder(readMix)

/** A worker that reads one file of recorded requests. */
import { answerOrder } from '../../../lib/file-reading.ts'
import { readFile } from './read-in-worker.ts'

answerOrder(readFile)

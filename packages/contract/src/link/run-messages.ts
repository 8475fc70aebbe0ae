/** Reports on runs by their names. */
import type { ReportOf } from './messages.ts'

export type BatchesMessage = ReportOf<'batches'>
export type WorkerLostMessage = ReportOf<'workerLost'>
export type RunEndedMessage = ReportOf<'runEnded'>
export type RunPreparedMessage = ReportOf<'runPrepared'>
export type RunStartedMessage = ReportOf<'runStarted'>
export type CoordinationMessage = ReportOf<'coordination'>
export type ShareTakenMessage = ReportOf<'shareTaken'>
export type LoadHeldMessage = ReportOf<'loadHeld'>

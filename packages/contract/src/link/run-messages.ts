/** Messages between the control of a run and the agents that drive it, by their kind. */
import type { AgentMessage, ServerMessage } from './messages.ts'

type Message<K extends AgentMessage['kind']> = Extract<AgentMessage, { kind: K }>
export type Hello = Message<'hello'>
export type BatchesMessage = Message<'batches'>
export type WorkerLostMessage = Message<'workerLost'>
export type RunEndedMessage = Message<'runEnded'>
export type RunPreparedMessage = Message<'runPrepared'>
export type RunStartedMessage = Message<'runStarted'>
export type CoordinationMessage = Message<'coordination'>
export type ShareTakenMessage = Message<'shareTaken'>
export type LoadHeldMessage = Message<'loadHeld'>

/** Commands to an agent; what belongs to the link itself is none. */
export type AgentCommand = Exclude<
  ServerMessage,
  { kind: 'welcome' | 'refused' | 'ackBatches' | 'clockAnswer' }
>

/** Transaction → a transaction controller. */
import { controller, type StepWriter } from './step-writer.ts'

export const transactionXml: StepWriter<'transaction'> = written =>
  controller(written, 'TransactionControllerGui')

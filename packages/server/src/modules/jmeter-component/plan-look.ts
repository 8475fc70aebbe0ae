/** Whether an upload is a test plan that JMeter could read; if not, where and why. */
import { AppError, type Language } from '@pone/contract/errors.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'

export interface UploadedPlan {
  readonly bytes: Uint8Array
  /** Of the person who is told what is wrong. */
  readonly language: Language
}

/** @throws AppError PlanRefused with line and column from 1 */
export function assertPlan({ bytes, language }: UploadedPlan): void {
  const decoded = decodePlan(bytes)
  const read = decoded.ok ? readPlan(decoded.text) : decoded
  if (read.ok) return
  const { line, column } = read.problem
  const detail = jmxProblemText(read.problem)[language]
  throw new AppError('PlanRefused', { line, column, detail, field: 'file' })
}

/** Rules for the fields of each kind of step. */

import { protocolDefinition } from '@pone/protocols/definitions.ts'
import type { CheckContext } from '@pone/schema/protocol.ts'
import { checkCheckpoint, checkExtractor, checkOperand } from '../answers/expression-rules.ts'
import type { Report } from '../check/problem.ts'
import { operationOf } from './operation.ts'
import type { IfStep, PacingStep, RequestStep, Step, StepKind, ThinkTimeStep, WhileStep } from './steps.ts'
import { childrenOf } from './walk.ts'

const isTemplate = (text: string) => text.includes('${')

function checkRequest(step: RequestStep, context: CheckContext, report: Report): void {
  const { operation } = protocolDefinition(step.protocol)
  const reportWithin: Report = (field, code, params) => report(`${step.protocol}.${field}`, code, params)
  operation.check(operationOf(step), reportWithin, context)
  for (const [index, checkpoint] of step.checkpoints.entries()) {
    checkCheckpoint(checkpoint, `checkpoints.${index}`, report)
  }
  for (const [index, extractor] of step.extractors.entries()) {
    checkExtractor(extractor, `extractors.${index}`, report)
  }
}

function checkGroup(step: Step, report: Report): void {
  if (!childrenOf(step).some(child => child.enabled)) report('children', 'emptyGroup')
}

function checkConditional(step: IfStep | WhileStep, report: Report): void {
  checkGroup(step, report)
  checkOperand(step.operator, step.right, 'right', report)
}

function checkSpread(step: ThinkTimeStep | PacingStep, report: Report): void {
  if (step.distribution === 'uniform' && step.spreadMs < step.durationMs) report('spreadMs', 'badSpread')
}

interface StepRules<S extends Step> {
  check(step: S, report: Report, surroundings: CheckContext): void
}

const rules: { [K in StepKind]: StepRules<Extract<Step, { kind: K }>> } = {
  request: { check: (step, report, surroundings) => checkRequest(step, surroundings, report) },
  transaction: { check: checkGroup },
  loop: {
    check(step, report) {
      checkGroup(step, report)
      const value = step.count.trim()
      if (!isTemplate(value) && !/^\d+$/.test(value)) report('count', 'badCount', { value })
    },
  },
  while: { check: checkConditional },
  forEach: {
    check(step, report) {
      checkGroup(step, report)
      if (step.items.trim() === '') report('items', 'emptyItems')
    },
  },
  if: { check: checkConditional },
  percentage: {
    check(step, report) {
      checkGroup(step, report)
      if (!(step.percentage >= 0 && step.percentage <= 100)) report('percentage', 'badPercentage')
    },
  },
  random: { check: checkGroup },
  weighted: {
    check(step, report) {
      checkGroup(step, report)
      const children = step.children.filter(child => child.enabled)
      const isWeightless = children.every(child => step.weights[child.id] === 0)
      if (children.length > 0 && isWeightless) report('weights', 'noWeight')
    },
  },
  once: { check: checkGroup },
  thinkTime: { check: checkSpread },
  pacing: { check: checkSpread },
  rendezvous: {
    check(step, report) {
      const { gather, quantity } = step
      if (gather === 'percent' && quantity > 100) report('quantity', 'badPercentage')
      if (gather === 'users' && !Number.isInteger(quantity)) report('quantity', 'badUserCount')
    },
  },
  script: {
    check(step, report) {
      if (step.code.trim() === '') report('code', 'emptyScript')
    },
  },
}

/** Checks the fields of one step. */
export function checkStep(step: Step, report: Report, surroundings: CheckContext): void {
  const rule: StepRules<Step> = rules[step.kind]
  rule.check(step, report, surroundings)
}

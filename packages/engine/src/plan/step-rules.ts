/** Rules for the fields of each kind of step. */
import type { RequestStep, Step, StepKind } from '@pone/contract/entities/component/steps.ts'
import { checkCheckpoint, checkExtractor, checkOperand } from './expression-rules.ts'
import type { Report } from './problem.ts'
import { childrenOf } from './walk.ts'

const isTemplate = (text: string) => text.includes('${')
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

function checkAddress({ http }: RequestStep, baseUrl: string, report: Report): void {
  const url = http.url.trim()
  if (url === '') return report('http.url', 'emptyUrl')
  if (url.startsWith('${')) return
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) {
    const isValid = /^https?:\/\//i.test(url) && (isTemplate(url) || URL.canParse(url))
    if (!isValid) report('http.url', 'badUrl', { url })
  } else if (baseUrl.trim() === '') report('http.url', 'noBaseUrl', { url })
}

function checkBody({ http }: RequestStep, report: Report): void {
  if (http.body.kind !== 'json' || http.body.text.trim() === '') return
  try {
    JSON.parse(http.body.text.replaceAll(/\$\{[^{}]*(\{[^{}]*\}[^{}]*)*\}/g, '0'))
  } catch (error) {
    report('http.body.text', 'badJson', { reason: error instanceof Error ? error.message : '' })
  }
}

function checkRequest(step: RequestStep, baseUrl: string, report: Report): void {
  checkAddress(step, baseUrl, report)
  checkBody(step, report)
  for (const [index, header] of step.http.headers.entries()) {
    if (header.enabled && header.name !== '' && !isTemplate(header.name) && !headerName.test(header.name)) {
      report(`http.headers.${index}.name`, 'badHeaderName', { name: header.name })
    }
  }
  for (const range of step.http.expectedStatuses.split(',')) {
    const [from = 0, to = from] = range.split('-').map(Number)
    if (to < from) report('http.expectedStatuses', 'badStatuses', { range: range.trim() })
  }
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

interface StepRules<S extends Step> {
  check(step: S, report: Report, baseUrl: string): void
}

const rules: { [K in StepKind]: StepRules<Extract<Step, { kind: K }>> } = {
  request: { check: (step, report, baseUrl) => checkRequest(step, baseUrl, report) },
  transaction: { check: checkGroup },
  loop: {
    check(step, report) {
      checkGroup(step, report)
      const value = step.count.trim()
      if (!isTemplate(value) && !/^\d+$/.test(value)) report('count', 'badCount', { value })
    },
  },
  if: {
    check(step, report) {
      checkGroup(step, report)
      checkOperand(step.operator, step.right, 'right', report)
    },
  },
  percentage: {
    check(step, report) {
      checkGroup(step, report)
      if (!(step.percentage >= 0 && step.percentage <= 100)) report('percentage', 'badPercentage')
    },
  },
  thinkTime: {
    check(step, report) {
      if (step.distribution === 'uniform' && step.spreadMs < step.durationMs) report('spreadMs', 'badSpread')
    },
  },
  script: {
    check(step, report) {
      if (step.code.trim() === '') report('code', 'emptyScript')
    },
  },
}

/** Checks the fields of one step. */
export function checkStep(step: Step, report: Report, baseUrl: string): void {
  const rule: StepRules<Step> = rules[step.kind]
  rule.check(step, report, baseUrl)
}

/** Converts zod issues of an input to messages, each at its field. */
import type { FieldError } from '@pone/contract/answer.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { issueText } from '@pone/schema/issue-text.ts'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Every issue as a message at its field, in the order of the input. */
export function fieldErrors(issues: readonly Issue[], language: Language): FieldError[] {
  return issues.map(issue => {
    const { path, inner } = closest(issue)
    return { path, message: issueText(inner, language) }
  })
}

/** One sentence for the whole input: the first three fields. */
export function inputDetail(fields: readonly FieldError[], language: Language): string {
  const shown = fields.slice(0, 3).map(field => {
    const place = field.path.join('.')
    if (place === '') return field.message
    return language === 'zh' ? `${place}：${field.message}` : `${place}: ${field.message}`
  })
  return shown.join(language === 'zh' ? '；' : '; ')
}

/** For a union, the issue of the best matching branch: the one whose first issue has the longest path. */
function closest(issue: Issue): { path: (string | number)[]; inner: Issue } {
  const path = issue.path.map(key => (typeof key === 'symbol' ? String(key) : key))
  const branches = issue.code === 'invalid_union' ? issue.errors : []
  const first = branches
    .flatMap(branch => (branch[0] === undefined ? [] : [branch[0]]))
    .toSorted((a, b) => rank(b) - rank(a))[0]
  if (first === undefined) return { path, inner: issue }
  const found = closest(first)
  return { path: [...path, ...found.path], inner: found.inner }
}

const rank = (issue: Issue): number =>
  issue.path.length * 10 + (issue.code === 'invalid_format' ? 2 : issue.code === 'invalid_type' ? 0 : 1)

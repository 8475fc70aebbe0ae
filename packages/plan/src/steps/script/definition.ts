/** Script: JavaScript or TypeScript that works on the user's variables. */
import { z } from 'zod'
import { defineStep } from '../definition.ts'

const setCall = /\bvars\s*\.\s*set\s*\(\s*(['"`])([A-Za-z_][A-Za-z0-9_.]*)\1/g
const computedSetCall = /\bvars\s*\.\s*set\s*\(\s*[^'"`\s]/

export const scriptStep = defineStep({
  kind: 'script',
  variants: [{ code: z.string().max(262_144), timeoutMs: z.int().min(1).max(60_000).default(1_000) }],
  variantBy: null,
  holdsSteps: false,
  group: 'work',
  icon: 'code',
  tone: 'green',
  title: { zh: '脚本', en: 'Script' },
  help: {
    zh: '用 JavaScript 或 TypeScript 处理变量',
    en: 'Processes variables with JavaScript or TypeScript',
  },
  defaults: { code: '', timeoutMs: 1_000 },
  form: [
    {
      name: 'code',
      widget: 'code',
      isWholeForm: true,
      language: 'typescript',
      minHeightPx: 220,
      label: { zh: '脚本代码', en: 'Script code' },
    },
    {
      name: 'timeoutMs',
      widget: 'number',
      unit: 'ms',
      label: { zh: '时限', en: 'Time limit' },
      hint: {
        zh: '超过时限脚本即中止，算作失败。',
        en: 'A script that exceeds the time limit is aborted and counts as failed.',
      },
    },
    { item: 'part', name: 'scriptApi' },
  ],
  problems: { emptyScript: { zh: '脚本为空', en: 'The script is empty', severity: 'warning' } },
  check({ code }, report) {
    if (code.trim() === '') report('code', 'emptyScript')
  },
  summary({ code }) {
    const line = code
      .split('\n')
      .find(each => each.trim() !== '')
      ?.trim()
    return line === undefined ? { zh: '还没有代码', en: 'No code yet' } : { zh: line, en: line }
  },
  variables: ({ code }) => [...code.matchAll(setCall)].map(([, , name = '']) => ({ name, origin: 'script' })),
  setsComputedNames: ({ code }) => computedSetCall.test(code),
  searchText: ({ code }) => code,
  short: { head: 'code', builder: 'script' },
})

import { describe, expect, it } from 'vitest'
import type { Translate } from '../../../lib/i18n.ts'
import { differenceTexts } from './difference-text.ts'

const t: Translate = (key, params) => `<${key.split('.').at(-1)}${params?.['letter'] ?? ''}>`

describe('conditions in words', () => {
  it.each([
    ['duration', [60, 3_600, null], ['1 min 00 s', '1 h 00 min', '–']],
    ['componentContent', ['3f2a', '9c01', '3f2a'], ['<contentA>', '<contentB>', '<contentA>']],
    ['peakUsers', [200, 1_500], ['200', '1,500']],
    ['drive', ['users', 'arrivals'], ['<users>', '<arrivals>']],
    ['scenario', ['大促', 'nightly'], ['大促', 'nightly']],
    [
      'loadModel',
      ['constant users=200 rampUpSeconds=20', 'userDefined rows=1/2/3,4/5/6'],
      ['<constant> · <users> 200 · <rampUpSeconds> 20 s', '<userDefined> · 1/2/3,4/5/6'],
    ],
  ] as const)('%s', (field, values, texts) => {
    expect(differenceTexts({ field, values: [...values] }, t)).toEqual(texts)
  })
})

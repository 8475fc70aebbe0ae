/** Words of the list of flame diagrams in exported reports. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const flameTexts = {
  'flame.title': { zh: '执行期间的火焰图', en: 'Flame diagrams taken during the run' },
  'flame.basis': {
    zh: '每一行只说明其采集时段，不代表整个执行',
    en: 'Each row holds for the time in which it was taken, not for the whole run',
  },
  'flame.mark': { zh: '标记', en: 'Mark' },
  'flame.markHelp': {
    zh: '图表中标记的底色表示采集的时段',
    en: 'In charts the part of the run in which it was taken is shaded and has the mark',
  },
  'flame.name': { zh: '名称', en: 'Name' },
  'flame.range': { zh: '执行的时段', en: 'Part of the run' },
  'flame.target': { zh: '目标', en: 'Target' },
  'flame.kind': { zh: '类型', en: 'Type' },
  'flame.top': { zh: '自身占比最高', en: 'Most weight of its own' },
  'flame.share': { zh: '自身占比', en: 'Its share' },
  'flame.kind.cpu': { zh: 'CPU', en: 'CPU' },
  'flame.kind.wall': { zh: '时钟', en: 'Wall clock' },
  'flame.kind.alloc': { zh: '内存分配', en: 'Allocation' },
  'flame.kind.lock': { zh: '锁', en: 'Lock' },
} as const satisfies Catalogue

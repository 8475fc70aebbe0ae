/** For each: one pass per item of a list, the item in a variable. */
import { template, variableNameSchema } from '@pone/schema/template.ts'
import { z } from 'zod'
import { defineStep } from '../definition.ts'

export const forEachStep = defineStep({
  kind: 'forEach',
  variants: [
    {
      /** A JSON array, or text that the separator divides; empty text has no items. */
      items: template(),
      separator: z.string().min(1).max(20).default(','),
      variable: variableNameSchema,
    },
  ],
  variantBy: null,
  holdsSteps: true,
  group: 'group',
  icon: 'list',
  tone: 'orange',
  title: { zh: '遍历', en: 'For each' },
  help: { zh: '对列表中的每一项执行一遍', en: 'Runs the steps inside once for each item of a list' },
  defaults: { items: '', separator: ',', variable: 'item' },
  form: [
    {
      name: 'items',
      widget: 'template',
      lines: 2,
      label: { zh: '列表', en: 'List' },
      placeholder: '${ids}',
      hint: {
        zh: 'JSON 数组，或用分隔符隔开的文本，例如提取器取出的“全部”匹配 ${ids}。',
        en: 'JSON array, or text split by the separator, for example all matches of an extractor: ${ids}.',
      },
    },
    {
      name: 'separator',
      widget: 'text',
      isMono: true,
      widthPx: 120,
      label: { zh: '分隔符', en: 'Separator' },
    },
    {
      name: 'variable',
      widget: 'variable',
      label: { zh: '当前项放进变量', en: 'Item variable' },
    },
  ],
  problems: { emptyItems: { zh: '请填写要遍历的内容', en: 'Enter the list to iterate over' } },
  check({ items }, report) {
    if (items.trim() === '') report('items', 'emptyItems')
  },
  summary: ({ variable, items }) => ({ zh: `${variable} 取自 ${items}`, en: `${variable} of ${items}` }),
  variables: ({ variable }) => [{ name: variable, origin: 'extractor' }],
  short: { head: 'items', builder: 'forEach', optionsFirst: true },
})

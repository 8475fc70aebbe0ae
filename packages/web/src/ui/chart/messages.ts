/** Texts of the charts, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const chartMessages = {
  'chart.summary': text(
    '{{label}}：最小 {{min}}，最大 {{max}}，最新 {{last}}',
    '{{label}}: least {{min}}, greatest {{max}}, latest {{last}}',
  ),
  'chart.summaryRange': text(
    '{{label}}：最小 {{min}}，最大 {{max}}',
    '{{label}}: least {{min}}, greatest {{max}}',
  ),
  'chart.separator': text('；', '; '),
  'chart.second': text('时间', 'Time'),
  'chart.isolate': text('点击只看这一项，再次点击恢复', 'Click to see only this one, click again for all'),
  'chart.showTable': text('以表格查看', 'Show as a table'),
  'chart.showDrawing': text('以曲线查看', 'Show as a drawing'),
} as const

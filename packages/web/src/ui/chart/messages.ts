/** Texts of the charts, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const chartMessages = {
  'chart.summary': text(
    '{{label}}：最小 {{min}}，最大 {{max}}，最新 {{last}}',
    '{{label}}: min {{min}}, max {{max}}, last {{last}}',
  ),
  'chart.summaryRange': text('{{label}}：最小 {{min}}，最大 {{max}}', '{{label}}: min {{min}}, max {{max}}'),
  'chart.separator': text('；', '; '),
  'chart.second': text('时间', 'Time'),
  'chart.isolate': text(
    '点击只看这一项，再次点击恢复',
    'Click to show only this series; click again to show all',
  ),
  'chart.showTable': text('以表格查看', 'Show as table'),
  'chart.marks': text('期间采集的火焰图', 'Flame diagrams taken meanwhile'),
  'chart.showDrawing': text('以曲线查看', 'Show as chart'),
} as const

/** Texts of the glossary page, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const glossaryMessages = {
  'glossary.title': text('术语表', 'Glossary'),
  'glossary.note': text(
    '页面、导出文件、日志和操作记录都使用这些名称。',
    'These names are used in pages, exported files, logs and operation records.',
  ),
  'glossary.search': text('搜索术语，中文或英文', 'Search terms in Chinese or English'),
  'glossary.none': text('没有找到“{{text}}”', 'No results for “{{text}}”'),
  'glossary.noneHint': text(
    '换一个词试试，其他工具的叫法也可以。',
    'Try another word. Terms used in other tools are found too.',
  ),
  'glossary.not': text('其他叫法：{{words}}', 'Other names: {{words}}'),
  'glossary.see': text('另见：', 'See also: '),
  'glossary.open': text('打开相关页面', 'Open related page'),
  'glossary.link': text('“{{term}}”的链接', 'Link to “{{term}}”'),
  'glossary.area.design': text('组件设计', 'Component design'),
  'glossary.area.load': text('场景与负载', 'Scenarios and load'),
  'glossary.area.results': text('执行记录与报告', 'Execution records and reports'),
  'glossary.area.environment': text('压力机与部署', 'Load machines and deployment'),
  'glossary.area.monitoring': text('监控', 'Monitoring'),
  'glossary.area.organisation': text('项目与权限', 'Projects and permissions'),
} as const

/** Texts of the list of scenarios, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const scenarioLandingMessages = {
  'scenario.list.title': text('场景', 'Scenarios'),
  'scenario.list.set': text('场景集', 'Scenario set'),
  'scenario.list.state': text('最近执行', 'Last run'),
  'scenario.list.sla': text('SLA 结论', 'SLA verdict'),
  'scenario.list.when': text('执行时间', 'Start time'),
  'scenario.list.users': text('峰值用户', 'Peak users'),
  'scenario.list.rps': text('每秒请求数', 'Requests/s'),
  'scenario.list.errors': text('错误率', 'Error rate'),
  'scenario.list.never': text('未执行过', 'Never run'),
  'scenario.list.report': text('报告', 'Report'),
  'scenario.list.watch': text('实时监控', 'View live'),
  'scenario.list.openRun': text(
    '打开“{{scenario}}”第 #{{number}} 次执行',
    'Open run #{{number}} of “{{scenario}}”',
  ),
  'scenario.list.runScenario': text('执行“{{scenario}}”', 'Run “{{scenario}}”'),
  'scenario.list.search': text('按场景或场景集搜索', 'Search by scenario or scenario set'),
  'scenario.list.filter': text('最近执行的结果', 'Result of the last run'),
  'scenario.list.filter.all': text('全部结果', 'All results'),
  'scenario.list.filter.passed': text('SLA 通过', 'SLA passed'),
  'scenario.list.filter.broken': text('SLA 未通过', 'SLA failed'),
  'scenario.list.filter.failed': text('执行失败', 'Run failed'),
  'scenario.list.filter.active': text('正在执行', 'Running'),
  'scenario.list.filter.never': text('未执行过', 'Never run'),
} as const

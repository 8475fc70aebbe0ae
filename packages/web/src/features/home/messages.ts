/** Texts of the project's home page, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const homeMessages = {
  'home.components': text('组件', 'Components'),
  'home.scenarios': text('场景', 'Scenarios'),
  'home.runs': text('执行次数', 'Runs'),
  'home.runsNote': text(
    '完成 {{complete}}，失败 {{failed}}，停止 {{stopped}}',
    '{{complete}} complete, {{failed}} failed, {{stopped}} stopped',
  ),
  'home.requests': text('累计请求', 'Requests sent'),
  'home.requestsDefinition': text('全部执行记录的请求总数', 'Requests of all execution records'),
  'home.sla': text('SLA 达标率', 'SLA passed'),
  'home.slaDefinition': text(
    '设置了 SLA 的已结束任务中，达标的比例',
    'Share of ended runs with SLA rules that met them',
  ),
  'home.members': text('成员', 'Members'),
  'home.runsPerDay': text('近 14 天执行次数', 'Runs of the last 14 days'),
  'home.latestRuns': text('最近执行', 'Latest runs'),
  'home.allRuns': text('全部执行记录', 'All execution records'),
  'home.latestChanges': text('最近变更', 'Latest changes'),
  'home.noRuns': text('还没有执行过任务', 'Nothing has been run yet'),
  'home.noRunsText': text(
    '先创建组件描述请求，再把它放进场景设置负载，然后执行。',
    'Create a component with requests, put it into a scenario with a load, then run it.',
  ),
  'home.createComponent': text('创建组件', 'Create a component'),
  'home.createScenario': text('创建场景', 'Create a scenario'),
  'home.execute': text('去执行场景', 'Run a scenario'),
  'home.readyText': text(
    '组件和场景已经就绪，执行一次看看系统的表现。',
    'Component and scenario are ready: run them and see how the system does.',
  ),
  'home.noChanges': text('还没有变更', 'No changes yet'),
  'home.run': text('任务', 'Run'),
  'home.state': text('状态', 'State'),
  'home.startedAt': text('开始时间', 'Started'),
  'home.duration': text('时长', 'Duration'),
  'home.rps': text('请求/秒', 'Requests/s'),
  'home.p95': text('P95', 'P95'),
  'home.errors': text('错误率', 'Errors'),
} as const

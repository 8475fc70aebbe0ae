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
  'home.requests': text('累计请求', 'Total requests'),
  'home.requestsDefinition': text('全部执行记录的请求总数', 'Requests of all execution records'),
  'home.sla': text('SLA 通过率', 'SLA pass rate'),
  'home.slaDefinition': text(
    '设置了 SLA 规则的已结束执行中，通过的比例',
    'Percentage of completed runs with SLA rules that passed them',
  ),
  'home.members': text('成员', 'Members'),
  'home.runsPerDay': text('近 14 天执行次数', 'Runs of the last 14 days'),
  'home.latestRuns': text('最近执行', 'Recent runs'),
  'home.allRuns': text('全部执行记录', 'All execution records'),
  'home.latestChanges': text('最近变更', 'Recent changes'),
  'home.execute': text('去执行场景', 'Run a scenario'),
  'home.noChanges': text('还没有变更', 'No changes yet'),
  'home.run': text('任务', 'Run'),
  'home.state': text('状态', 'State'),
  'home.startedAt': text('开始时间', 'Start time'),
  'home.duration': text('时长', 'Duration'),
  'home.rps': text('每秒请求数', 'Requests/s'),
  'home.p95': text('P95', 'P95'),
  'home.errors': text('错误率', 'Error rate'),

  'home.active': text('正在执行', 'Active runs'),
  'home.activeCount': text('正在执行（{{count}}）', 'Active runs ({{count}})'),
  'home.activeNote': text(
    '请求/秒和错误率为本次执行开始以来的平均值，峰值用户为开始以来的最大值；每 3 秒更新。',
    'Requests/s and error rate are averages since the start of the run; peak users is the maximum since the start. Updated every 3 s.',
  ),
  'home.nothingRuns': text('没有正在执行的任务。', 'No active runs.'),
  'home.progress': text('进度', 'Progress'),
  'home.elapsedOf': text('{{elapsed}} / {{planned}}', '{{elapsed}} of {{planned}}'),
  'home.peakUsers': text('峰值用户', 'Peak users'),
  'home.startedBy': text('执行人', 'Executed by'),

  'home.worse': text('与上次相比变差的场景', 'Scenarios worse than last time'),
  'home.worseDefinition': text(
    '近 {{days}} 天内每个场景最近一次完成或失败的执行，与它之前最近一次完整执行对比',
    'The last complete or failed run of each scenario in the last {{days}} days, compared with the last complete run before it',
  ),
  'home.worseThresholds': text(
    '满足任一条即列出：执行失败；SLA 由通过变为未通过；P95 增加 ≥ {{p95Percent}}% 且 ≥ {{p95Ms}} ms；错误率增加 ≥ {{errorPoints}} 个百分点；请求/秒下降 ≥ {{ratePercent}}%。峰值用户相差超过 {{usersPercent}}% 时不比较 P95 和请求/秒。数据取自整个执行，包含爬坡阶段；用户手动停止的执行不参与。最多查看最近 {{runs}} 次执行。',
    'Listed if at least one condition applies: the run failed; the SLA changed from passed to failed; P95 increased by ≥ {{p95Percent}} % and ≥ {{p95Ms}} ms; the error rate increased by ≥ {{errorPoints}} percentage points; requests/s decreased by ≥ {{ratePercent}} %. P95 and requests/s are not compared if peak users differ by more than {{usersPercent}} %. Data covers whole runs including ramp-up; runs stopped by users are excluded. At most the last {{runs}} runs are examined.',
  ),
  'home.nothingCompared': text(
    '还没有可以对比的场景：一个场景需要先有一次完整的执行，再执行一次。',
    'No scenarios to compare yet: a scenario needs one complete run followed by another run.',
  ),
  'home.nothingWorse': text(
    '对比了 {{count}} 个场景，没有变差的。',
    'Scenarios compared: {{count}}; none is worse.',
  ),
  'home.moreWorse': text(
    '另有 {{count}} 个变差的场景未列出。',
    'Further scenarios that are worse but not listed: {{count}}.',
  ),
  'home.otherLoad': text(
    '{{compared}} 个场景中有 {{count}} 个用户数与上次不同，只比较了 SLA 和错误率。',
    '{{count}} of {{compared}} scenarios ran with a different number of users; only SLA and error rate were compared.',
  ),
  'home.runsCut': text('只查看了最近 {{count}} 次执行。', 'Only the last {{count}} runs were examined.'),
  'home.reason.failed': text('执行失败', 'Run failed'),
  'home.reason.sla': text('SLA 未通过', 'SLA failed'),
  'home.reason.p95': text('变慢', 'Slower'),
  'home.reason.errors': text('错误率升高', 'Higher error rate'),
  'home.reason.rate': text('吞吐下降', 'Lower throughput'),
  'home.and': text('、', ', '),
  'home.compareWith': text('与 #{{number}} 对比', 'Compare with #{{number}}'),

  'home.waiting': text('待我处理', 'Waiting for me'),
  'home.nothingWaits': text('没有待处理的事项。', 'Nothing is waiting for you.'),
  'home.drafts': text('本标签页中未保存的修改', 'Unsaved changes in this tab'),
  'home.unopened': text(
    '我执行的、已结束但未查看的任务（{{count}}）',
    'My completed runs not viewed yet ({{count}})',
  ),
  'home.missed': text(
    '近 7 天内未按计划执行的任务集',
    'Task sets that missed their schedule in the last 7 days',
  ),
  'home.broken': text(
    '我最近修改的、有错误而不能执行的组件',
    'Components I edited recently that cannot run because of errors',
  ),
  'home.errorsOf': text('{{count}} 个错误：{{first}}', 'Errors: {{count}}. First error: {{first}}'),
  'home.schedules': text('即将执行的任务集', 'Upcoming task sets'),

  'home.trends': text('主要场景趋势', 'Trends of main scenarios'),
  'home.trendsNote': text(
    '近 {{days}} 天执行次数最多的 {{count}} 个场景，各取最近 {{points}} 次已结束的执行；整个执行的数据，包含爬坡阶段。纵轴从 0 开始；空心点为失败或被停止的执行，不连线。',
    'The {{count}} scenarios with the most runs in the last {{days}} days, with the last {{points}} completed runs of each; data of whole runs including ramp-up. The y axis starts at 0. Hollow points are failed or stopped runs and are not connected.',
  ),
  'home.noTrends': text('近 {{days}} 天没有已结束的执行。', 'No completed runs in the last {{days}} days.'),
  'home.trendRuns': text('最近 {{count}} 次', 'Last runs: {{count}}'),
  'home.trendUsers': text('峰值用户 {{users}}', '{{users}} peak users'),
  'home.trend.p95': text('P95', 'P95'),
  'home.trend.rate': text('每秒请求数', 'Requests/s'),
  'home.trend.errors': text('错误率', 'Error rate'),
  'home.trendMost': text('最大 {{value}}', 'max {{value}}'),
  'home.trendOf': text(
    '{{name}} 的执行，用左右方向键切换',
    'Runs of {{name}}; use the left and right arrow keys to select a run',
  ),
  'home.trendRun': text(
    '#{{number}}，{{at}}，{{state}}，P95 {{p95}}，请求/秒 {{rate}}，错误率 {{errors}}，打开报告',
    '#{{number}}, {{at}}, {{state}}, P95 {{p95}}, requests/s {{rate}}, errors {{errors}}, open the report',
  ),

  'home.firstSteps': text('从这里开始', 'First steps'),
  'home.stepDone': text('已完成', 'Done'),
  'home.stepDenied': text('您的角色没有此权限。', 'Your role does not have this permission.'),
  'home.step.component': text('创建组件', 'Create a component'),
  'home.stepText.component': text(
    '组件描述用户发送的请求和检查点，可以先调试一次，看到每个响应。',
    'A component describes the requests and checkpoints of a user. Debug it once to see every response.',
  ),
  'home.stepAction.component': text('创建组件', 'Create a component'),
  'home.step.scenario': text('创建场景', 'Create a scenario'),
  'home.stepText.scenario': text(
    '场景绑定组件，并设置用户数、爬坡、时长和 SLA。',
    'A scenario combines components with users, ramp-up, duration and SLA rules.',
  ),
  'home.stepAction.scenario': text('创建场景', 'Create a scenario'),
  'home.step.run': text('执行并查看报告', 'Run and view the report'),
  'home.stepText.run': text(
    '执行时实时查看响应时间、吞吐和错误；结束后自动生成报告。',
    'Watch response time, throughput and errors live during the run. A report is generated when it ends.',
  ),
  'home.stepAction.run': text('去执行场景', 'Run a scenario'),
  'home.monitors': text('监控', 'Monitors'),
  'home.monitorsNote': text('运行中 {{running}}，不可用 {{down}}', '{{running}} running, {{down}} down'),
} as const

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
  'home.execute': text('去执行场景', 'Run a scenario'),
  'home.noChanges': text('还没有变更', 'No changes yet'),
  'home.run': text('任务', 'Run'),
  'home.state': text('状态', 'State'),
  'home.startedAt': text('开始时间', 'Started'),
  'home.duration': text('时长', 'Duration'),
  'home.rps': text('每秒请求数', 'Requests/s'),
  'home.p95': text('P95', 'P95'),
  'home.errors': text('错误率', 'Errors'),

  'home.active': text('正在执行', 'Running now'),
  'home.activeCount': text('正在执行（{{count}}）', 'Running now ({{count}})'),
  'home.activeNote': text(
    '请求/秒和错误率为本次执行开始以来的平均值，峰值用户为开始以来的最大值；每 3 秒更新。',
    'Requests/s and errors are averages since the start of each run, peak users the highest number since then; updated every 3 seconds.',
  ),
  'home.nothingRuns': text('没有正在执行的任务。', 'Nothing is running.'),
  'home.progress': text('进度', 'Progress'),
  'home.elapsedOf': text('{{elapsed}} / {{planned}}', '{{elapsed}} of {{planned}}'),
  'home.peakUsers': text('峰值用户', 'Peak users'),
  'home.startedBy': text('执行人', 'By'),

  'home.worse': text('与上次相比变差的场景', 'Worse than last time'),
  'home.worseDefinition': text(
    '近 {{days}} 天内每个场景最近一次完成或失败的执行，与它之前最近一次完整执行对比',
    'Each scenario’s latest complete or failed run of the last {{days}} days against its last complete run before',
  ),
  'home.worseThresholds': text(
    '满足任一条即列出：执行失败；SLA 由达标变为未达标；P95 增加 ≥ {{p95Percent}}% 且 ≥ {{p95Ms}} ms；错误率增加 ≥ {{errorPoints}} 个百分点；请求/秒下降 ≥ {{ratePercent}}%。峰值用户相差超过 {{usersPercent}}% 时不比较 P95 和请求/秒。数据取自整个执行，包含爬坡阶段；用户手动停止的执行不参与。最多查看最近 {{runs}} 次执行。',
    'Listed when the run failed, its SLA turned from passed to broken, P95 is longer by ≥ {{p95Percent}} % and ≥ {{p95Ms}} ms, the error rate is higher by ≥ {{errorPoints}} percentage point, or requests/s are lower by ≥ {{ratePercent}} %. P95 and requests/s are not compared when peak users differ by more than {{usersPercent}} %. Figures are of whole runs, ramp-up included; runs stopped by a user are left out. The latest {{runs}} runs are looked at.',
  ),
  'home.nothingCompared': text(
    '还没有可以对比的场景：一个场景需要先有一次完整的执行，再执行一次。',
    'No scenario can be compared yet: it takes a complete run and one more run of the same scenario.',
  ),
  'home.nothingWorse': text(
    '对比了 {{count}} 个场景，没有变差的。',
    'Scenarios compared: {{count}}. None became worse.',
  ),
  'home.moreWorse': text(
    '另有 {{count}} 个变差的场景未列出。',
    '{{count}} more became worse and are not listed.',
  ),
  'home.otherLoad': text(
    '{{compared}} 个场景中有 {{count}} 个用户数与上次不同，只比较了 SLA 和错误率。',
    'Of {{compared}} scenarios, {{count}} ran with other numbers of users: only SLA and errors were compared.',
  ),
  'home.runsCut': text('只查看了最近 {{count}} 次执行。', 'Only the latest {{count}} runs were looked at.'),
  'home.reason.failed': text('执行失败', 'Run failed'),
  'home.reason.sla': text('SLA 未达标', 'SLA broken'),
  'home.reason.p95': text('变慢', 'Slower'),
  'home.reason.errors': text('错误率升高', 'More errors'),
  'home.reason.rate': text('吞吐下降', 'Fewer requests/s'),
  'home.and': text('、', ', '),
  'home.compareWith': text('与 #{{number}} 对比', 'Compare with #{{number}}'),

  'home.waiting': text('待我处理', 'Waiting for me'),
  'home.nothingWaits': text('没有待处理的事项。', 'Nothing is waiting for you.'),
  'home.drafts': text('本标签页中未保存的修改', 'Changes in this tab that are not saved'),
  'home.unopened': text(
    '我执行的、已结束但未查看的任务（{{count}}）',
    'My ended runs that I have not opened ({{count}})',
  ),
  'home.missed': text(
    '近 7 天内未按计划执行的任务集',
    'Task sets that missed their schedule in the last 7 days',
  ),
  'home.broken': text('我最近修改的、有错误而不能执行的组件', 'Components I saved lately that cannot run'),
  'home.errorsOf': text('{{count}} 个错误：{{first}}', 'Errors: {{count}}. The first: {{first}}'),
  'home.schedules': text('即将执行的任务集', 'Next scheduled task sets'),

  'home.trends': text('主要场景趋势', 'Trends of the main scenarios'),
  'home.trendsNote': text(
    '近 {{days}} 天执行次数最多的 {{count}} 个场景，各取最近 {{points}} 次已结束的执行；整个执行的数据，包含爬坡阶段。纵轴从 0 开始；空心点为失败或被停止的执行，不连线。',
    'The {{count}} scenarios with most runs in the last {{days}} days, the latest {{points}} ended runs of each; figures of whole runs, ramp-up included. Scales begin at 0; hollow points are failed or stopped runs and are not joined.',
  ),
  'home.noTrends': text('近 {{days}} 天没有已结束的执行。', 'No run ended in the last {{days}} days.'),
  'home.trendRuns': text('最近 {{count}} 次', 'Latest runs: {{count}}'),
  'home.trendUsers': text('峰值用户 {{users}}', '{{users}} peak users'),
  'home.trend.p95': text('P95', 'P95'),
  'home.trend.rate': text('每秒请求数', 'Requests/s'),
  'home.trend.errors': text('错误率', 'Errors'),
  'home.trendMost': text('最大 {{value}}', 'max {{value}}'),
  'home.trendOf': text('{{name}} 的执行，用左右方向键切换', 'Runs of {{name}}, arrow keys change the run'),
  'home.trendRun': text(
    '#{{number}}，{{at}}，{{state}}，P95 {{p95}}，请求/秒 {{rate}}，错误率 {{errors}}，打开报告',
    '#{{number}}, {{at}}, {{state}}, P95 {{p95}}, requests/s {{rate}}, errors {{errors}}, open the report',
  ),

  'home.firstSteps': text('从这里开始', 'First steps'),
  'home.stepDone': text('已完成', 'Done'),
  'home.stepDenied': text('您的角色没有此权限。', 'Your role does not permit this.'),
  'home.step.component': text('创建组件', 'Create a component'),
  'home.stepText.component': text(
    '组件描述用户发送的请求和检查点，可以先调试一次，看到每个响应。',
    'A component holds the requests and checkpoints of a user. Try it once to see every response.',
  ),
  'home.stepAction.component': text('创建组件', 'Create a component'),
  'home.step.scenario': text('创建场景', 'Create a scenario'),
  'home.stepText.scenario': text(
    '场景绑定组件，并设置用户数、爬坡、时长和 SLA。',
    'A scenario binds components and sets users, ramp-up, duration and SLA.',
  ),
  'home.stepAction.scenario': text('创建场景', 'Create a scenario'),
  'home.step.run': text('执行并查看报告', 'Run it and read the report'),
  'home.stepText.run': text(
    '执行时实时查看响应时间、吞吐和错误；结束后自动生成报告。',
    'Watch response times, throughput and errors live; the report is made when the run ends.',
  ),
  'home.stepAction.run': text('去执行场景', 'Run a scenario'),
} as const

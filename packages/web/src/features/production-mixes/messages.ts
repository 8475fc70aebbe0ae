/** Texts of production mixes, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

const listMessages = {
  'mix.one': text('生产流量模型', 'Production mix'),
  'mix.emptyTitle': text('还没有生产流量模型', 'No production mixes yet'),
  'mix.emptyText': text(
    '生产流量模型是从访问日志统计出来的：各请求的占比、响应大小和到达时间。可以由它一步生成场景，报告会对比压测与生产流量的吻合度。',
    'A production mix is counted from an access log: shares of requests, response sizes and arrival times. A scenario is made from it in one step, and reports tell how near a run came to it.',
  ),
  'mix.search': text('搜索名称', 'Search name'),
  'mix.searchPath': text('搜索路径', 'Search path'),
  'mix.name': text('名称', 'Name'),
  'mix.nameHelp': text('在项目内唯一', 'Unique in the project'),
  'mix.source': text('来源', 'Source'),
  'mix.period': text('统计时间', 'Counted from'),
  'mix.from': text('统计开始', 'Counted from'),
  'mix.until': text('统计结束', 'Counted until'),
  'mix.periodTo': text('至', 'to'),
  'mix.requests': text('请求数', 'Requests'),
  'mix.templates': text('请求种类', 'Kinds of requests'),
  'mix.createdBy': text('创建人', 'Created by'),
  'mix.createdAt': text('创建时间', 'Created'),
  'mix.open': text('查看', 'View'),
  'mix.rename': text('重命名', 'Rename'),
  'mix.renameTitle': text('重命名生产流量模型', 'Rename production mix'),
  'mix.deleteTitle': text('删除生产流量模型“{{name}}”？', 'Delete the production mix “{{name}}”?'),
  'mix.deleteText': text(
    '删除后无法恢复；已生成的场景和报告保留，但以后的报告不能再与它对比。',
    'It cannot be restored. Scenarios and reports stay, but later reports cannot be compared with it.',
  ),
} as const

const importMessages = {
  'mix.import': text('导入访问日志', 'Import access log'),
  'mix.drop': text('点击或拖入访问日志', 'Click or drop an access log'),
  'mix.dropHelp': text(
    'Nginx、Apache 或每行一个 JSON 的日志，最大 {{limit}}。只在浏览器中统计，上传的只有统计结果和各处最多 {{values}} 个取值，不包含日志原文、IP 地址和保密字段的值。',
    'Logs of nginx or Apache, or a JSON object per line, at most {{limit}}. It is counted in the browser; only the counts and at most {{values}} values of each place are uploaded, no line of the log, no IP address, and no value of a secret field.',
  ),
  'mix.another': text('{{name}} · 点击或拖入可更换', '{{name}} · click or drop to change'),
  'mix.reading': text('正在统计 {{name}}：{{read}} / {{size}}', 'Counting {{name}}: {{read}} of {{size}}'),
  'mix.progress': text('统计进度', 'Progress of counting'),
  'mix.stop': text('取消统计', 'Cancel counting'),
  'mix.logFormat': text('日志格式（可选）', 'Log format (optional)'),
  'mix.logFormatHelp': text(
    '自动识别常用格式；其他格式请粘贴 Nginx 的 log_format 或 Apache 的 LogFormat 后重新选择文件',
    'Usual formats are recognised. For others paste the log_format of nginx or the LogFormat of Apache, then select the file again',
  ),
  'mix.logPlace': text('日志在哪里', 'Where the log is'),
  'mix.fromFile': text('文件', 'File'),
  'mix.fromMachine': text('压力机上的日志', 'Log on a load machine'),
  'mix.machineHelp': text(
    '由 Agent 在压力机上统计。离开压力机的只有统计结果和各处最多 {{values}} 个取值，不包含日志原文、IP 地址和保密字段的值。',
    'The agent counts the log on its machine. Only the counts and at most {{values}} values of each place leave the machine, no line of the log, no IP address, and no value of a secret field.',
  ),
  'mix.machineOfLog': text(
    'Agent 须与写日志的服务器（如 Nginx）在同一主机上',
    'Its agent has to be on the machine of the server that writes the log, such as nginx',
  ),
  'mix.logPath': text('日志文件', 'Log file'),
  'mix.logPathHelp': text(
    '可从列表选择或输入路径，也可以是压缩的日志（gzip）；能读取的目录由压力机的所有者决定',
    'Select one or enter its path. Logs compressed with gzip work, too. The owner of the machine decides which folders may be read',
  ),
  'mix.logPeriod': text('统计时间段', 'Period'),
  'mix.logPeriodHelp': text(
    '从现在起向前计算，以压力机的时钟为准',
    'Counted back from now, by the clock of the machine',
  ),
  'mix.logHours_one': text('最近 {{count}} 小时', 'The last {{count}} hour'),
  'mix.logHours': text('最近 {{count}} 小时', 'The last {{count}} hours'),
  'mix.logWhole': text('整个文件', 'The whole file'),
  'mix.logFormatMachineHelp': text(
    '自动识别常用格式；其他格式请粘贴 Nginx 的 log_format 或 Apache 的 LogFormat',
    'Usual formats are recognised. For others paste the log_format of nginx or the LogFormat of Apache',
  ),
  'mix.countStart': text('开始统计', 'Count'),
  'mix.countAnother': text('重新选择', 'Change'),
  'mix.noneOnMachine': text(
    '文件 {{name}} 在该时间段内没有可以识别的请求：请选择更长的时间段或其他文件，或填写日志格式',
    '{{name}} has no request of that period that can be recognised. Choose a longer period or another file, or enter its log format',
  ),
  'mix.cut': text(
    '日志超过 {{limit}}，只统计了其中一部分：普通文件为最后的部分，压缩文件为最前的部分。',
    'The log is larger than {{limit}}, so only a part of it is counted: the end of a plain file, the begin of a compressed one.',
  ),
  'mix.tooLarge': text(
    '文件 {{name}} 超过 {{limit}}，请按时间切分后再导入',
    '{{name}} is larger than {{limit}}. Split it by time and import a part',
  ),
  'mix.noLog': text(
    '文件 {{name}} 中没有可以识别的请求，请确认它是访问日志，或填写日志格式后重新选择',
    '{{name}} has no request that can be recognised. Check that it is an access log, or enter its log format and select it again',
  ),
  'mix.failed': text(
    '读取文件 {{name}} 失败：{{reason}}。请重新选择',
    'Reading {{name}} failed: {{reason}}. Select it again',
  ),
  'mix.found': text(
    '{{requests}} 个请求，{{templates}} 种；静态文件 {{statics}} 个、被拒绝的请求 {{refused}} 个不计入。',
    '{{requests}} requests of {{templates}} kinds; {{statics}} static files and {{refused}} refused requests are not counted.',
  ),
  'mix.saved': text('生产流量模型已保存', 'Production mix saved'),
} as const

const viewMessages = {
  'mix.fact.requests': text('请求（不含静态文件）', 'Requests without static files'),
  'mix.fact.others': text('未列出的少见请求', 'Rare requests, not listed'),
  'mix.fact.statics': text('静态文件', 'Static files'),
  'mix.fact.refused': text(
    '被拒绝的请求（400、404、405、444 等）',
    'Refused requests (400, 404, 405, 444 and others)',
  ),
  'mix.fact.visits': text('访问次数', 'Visits'),
  'mix.fact.pause': text('两个请求之间的平均停顿', 'Mean pause between two requests'),
  'mix.fact.mean': text('平均到达率', 'Mean arrival rate'),
  'mix.fact.peak': text('最高到达率（每 {{interval}}）', 'Highest arrival rate (per {{interval}})'),
  'mix.arrivals': text('到达率', 'Arrivals'),
  'mix.requestList': text('请求', 'Requests'),
  'mix.method': text('方法', 'Method'),
  'mix.path': text('路径', 'Path'),
  'mix.host': text('主机', 'Host'),
  'mix.share': text('占比', 'Share'),
  'mix.count': text('次数', 'Count'),
  'mix.meanSize': text('平均响应大小', 'Mean response size'),
  'mix.p50Size': text('响应大小 P50', 'Response size P50'),
  'mix.p95Size': text('响应大小 P95', 'Response size P95'),
} as const

const scenarioMessages = {
  'mix.makeScenario': text('生成场景', 'Create scenario'),
  'mix.scenarioTitle': text('由“{{name}}”生成场景', 'Scenario from “{{name}}”'),
  'mix.scenarioText': text(
    '生成一个组件（按生产占比发送各请求）和一个绑定它的场景（按到达率施压），报告中会对比吻合度。请求体无法从日志得到，需要在组件中补充。',
    'Creates a component that sends the requests in their production shares, and a scenario with the arrival rates as its load; its reports tell the mix fidelity. Logs have no request bodies: add them in the component.',
  ),
  'mix.scenarioName': text('场景和组件名称', 'Name of scenario and component'),
  'mix.scenarioNameHelp': text('重名时自动加编号', 'A number is added if it is taken'),
  'mix.baseUrl': text('被测系统地址', 'Address of the system under test'),
  'mix.baseUrlHelp': text(
    '所有请求都发往此地址，不会发往日志中的主机，例如 https://staging.example.com',
    'All requests go to this address, not to the hosts of the log, for example https://staging.example.com',
  ),
  'mix.part': text('时间段', 'Part'),
  'mix.part.whole': text('全部（{{duration}}）', 'All of it ({{duration}})'),
  'mix.part.busiest': text('最繁忙的 {{duration}}', 'The busiest {{duration}}'),
  'mix.partHelp': text(
    '场景按此时间段内的到达率施压，时长与它相同',
    'The scenario has the arrival rates of this part and takes as long',
  ),
  'mix.factor': text('到达率倍数', 'Factor of the arrival rates'),
  'mix.factorHelp': text('1 表示与生产相同，2 表示两倍', '1 is as in production, 2 is twice as many'),
  'mix.preview': text(
    '时长 {{duration}}，最高 {{peak}}/s，约 {{requests}} 个请求。',
    '{{duration}}, at most {{peak}}/s, about {{requests}} requests.',
  ),
  'mix.previewCut': text('超过 7 天的部分不执行。', 'What is beyond 7 days is not run.'),
  'mix.previewNone': text(
    '此时间段内没有请求，请选择其他时间段。',
    'No request came in this part. Select another one.',
  ),
  'mix.create': text('生成', 'Create'),
  'mix.created': text('场景已生成', 'Scenario created'),
} as const

export const productionMixMessages = {
  ...listMessages,
  ...importMessages,
  ...viewMessages,
  ...scenarioMessages,
} as const

/** Texts of the form that starts a capacity search, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const capacityFormMessages = {
  'scenario.capacity.open': text('搜索容量', 'Find capacity'),
  'scenario.capacity.never': text(
    '{{engine}} 在执行中不能调整负载，无法搜索容量',
    'The load of {{engine}} cannot be changed during a run, so its capacity cannot be searched for',
  ),
  'scenario.capacity.title': text('搜索容量', 'Find capacity'),
  'scenario.capacity.intro': text(
    '用场景的组件和压力机逐级加压，找出满足规则的最高负载。场景的负载模型和 SLA 规则在搜索中不起作用。',
    'Raises the load step by step with the components and load machines of the scenario, to find the highest load within the rules. Load model and SLA rules of the scenario are not used.',
  ),
  'scenario.capacity.rules': text('规则', 'Rules'),
  'scenario.capacity.rulesHelp': text(
    '以逗号分隔，例如 p95 < 300；可用平均值、百分位（毫秒）、错误率和成功率，前面可写请求的名称和冒号。',
    'Separated by commas: avg, p50 to p999 (ms), errors, successPercent; for one request “Name: avg < 200”.',
  ),
  'scenario.capacity.drive': text('改变', 'What to change'),
  'scenario.capacity.driveHelp': text(
    '用户：并发用户数；到达：每秒开始的迭代数，用户数由场景限定。',
    'Users: concurrent users. Arrivals: iterations begun per second, with the users that the scenario allows.',
  ),
  'scenario.capacity.users': text('用户', 'Users'),
  'scenario.capacity.arrivals': text('每秒到达', 'Arrivals/s'),
  'scenario.capacity.start': text('起始负载', 'Start'),
  'scenario.capacity.startHelp': text(
    '第一级的负载，应能满足规则。',
    'Load of the first level; it should be within the rules.',
  ),
  'scenario.capacity.max': text('最高负载', 'Highest'),
  'scenario.capacity.maxHelp': text(
    '不会超过此负载；按用户搜索时压力机按此数预留。',
    'The load never exceeds this; when searching by users, load machines are reserved for it.',
  ),
  'scenario.capacity.settle': text('每级稳定时间（秒）', 'Settling time (s)'),
  'scenario.capacity.settleHelp': text(
    '负载生效后不计入测量的时间。',
    'Time after each change of the load that is not measured.',
  ),
  'scenario.capacity.measure': text('每级测量时间（秒）', 'Measuring time (s)'),
  'scenario.capacity.measureHelp': text(
    '至少测量的时间；接近极限的级别最多测量六倍时间。',
    'Minimum time per level; levels near the limit are measured for up to six times as long.',
  ),
  'scenario.capacity.most': text('搜索最长时间（秒）', 'Time limit of the search (s)'),
  'scenario.capacity.mostHelp': text(
    '到时结束，并给出已满足规则的最高负载。',
    'The search ends then with the highest load that held.',
  ),
  'scenario.capacity.start.verb': text('开始搜索', 'Start the search'),
  'scenario.capacity.range': text(
    '最高负载不能低于起始负载',
    'The highest load must not be lower than the start',
  ),
  'scenario.capacity.problem.form': text(
    '第 {{position}} 个字符起的“{{rule}}”不是规则，请按 p95 < 300 的形式填写',
    '“{{rule}}” at character {{position}} is not a rule. Write for example p95 < 300',
  ),
  'scenario.capacity.problem.direction': text(
    '第 {{position}} 个字符起的“{{rule}}”：负载越高越容易满足，不能用于搜索容量',
    '“{{rule}}” at character {{position}}: more load does not break it, so it cannot limit the search',
  ),
  'scenario.capacity.problem.metric': text(
    '第 {{position}} 个字符起的“{{rule}}”：最大值只取决于一个请求，请改用百分位',
    '“{{rule}}” at character {{position}}: a maximum depends on a single request. Use a percentile',
  ),
  'scenario.capacity.problem.window': text(
    '第 {{position}} 个字符起的“{{rule}}”：搜索按整个级别判定，请去掉时间窗口',
    '“{{rule}}” at character {{position}}: the search evaluates whole levels. Remove the window',
  ),
  'scenario.capacity.problem.tooMany': text(
    '第 {{position}} 个字符起的“{{rule}}”：规则最多 20 条',
    '“{{rule}}” at character {{position}}: at most 20 rules are possible',
  ),
}

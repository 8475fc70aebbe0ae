/** Words of what happens in a run. */
import { commonTexts, type Texts, text } from './texts.ts'

export const eventTexts = {
  ...commonTexts,
  'event.stateChanged': text('状态变为“{to}”', 'State changed to “{to}”'),
  'event.loadChanged': text('负载调整为 {load}', 'Load changed to {load}'),
  'event.loadReset': text('负载恢复为模型', 'Load follows the model again'),
  'event.slaBroken': text('SLA 不满足：{rule}', 'SLA broken: {rule}'),
  'event.machineLost': text('压力机 {machine} 失联', 'Load machine {machine} was lost'),
  'event.resultsAwaited': text(
    '压力机 {machine} 最后几秒的数据还没有送达，恢复连接后会补记',
    'The last seconds of load machine {machine} are awaited; they are counted when it is back',
  ),
  'event.resultsLate': text(
    '压力机 {machine} 在执行结束后补送了 {requests} 个请求的数据，已计入',
    'Load machine {machine} has delivered {requests} requests after the end of the run; they are counted',
  ),
  'event.machineBack': text('压力机 {machine} 恢复', 'Load machine {machine} is back'),
  'event.shareMoved': text(
    '{from} 承担的负载（{percent}%）已移交给 {to}',
    'The load of {from} ({percent} %) has moved to {to}',
  ),
  'event.shareNotMoved': text(
    '{from} 承担的负载（{percent}%）暂时没有压力机可以接手，系统会继续尝试',
    'No machine has room for the load of {from} ({percent} %) yet; it goes on being offered',
  ),
  'event.shareEndedEarly': text(
    '压力机 {machine} 在执行临近结束时失联（第 {second} 至 {toSecond} 秒），剩余时间不足以移交，这段时间的负载不完整',
    'Load machine {machine} was lost near the end (seconds {second} to {toSecond}): too little time was left to move its load, which is missing there',
  ),
  'event.loadHeld': text(
    '压力机 {machine} 在第 {second} 至 {toSecond} 秒暂停发起新请求（与服务器失去联系或进程被挂起）',
    'Load machine {machine} began nothing new from second {second} to {toSecond}: its line was gone or its process had been paused',
  ),
  'event.workerLost': text('{machine} 上的压测进程异常退出', 'An engine process on {machine} died'),
  'event.generatorOverloaded': text('压力机 {machine} 过载', 'Load machine {machine} is overloaded'),
  'event.generatorOverloadedBy': text(
    '压力机 {machine} 过载：{reason}',
    'Load machine {machine} is overloaded: {reason}',
  ),
  'overload.cpu': text('CPU 用满一个核', 'a core is used up'),
  'overload.eventLoop': text('事件循环延迟过大', 'the event loop lags'),
  'overload.sockets': text('连接数接近进程上限', 'connections come near the process’s limit'),
  'overload.lateStarts': text('到达迟于计划', 'arrivals begin late'),
  listComma: text('、', ', '),
  'event.roundsEnded': text(
    '共执行 {driven} 轮；另有 {skipped} 次集合超时时没有空闲用户，不计为一轮',
    '{driven} rounds were driven; {skipped} times the time to gather passed while no user was free, which is no round',
  ),
  'event.rowsRepeated': text(
    '压力机 {machine} 失联后继续使用了已分配给其他压力机的 {rows} 行唯一参数，这些行可能重复',
    'Load machine {machine} went on with {rows} unique parameter rows that had been given to others; they may have been used twice',
  ),
  'event.machinesAwaited': text(
    '正在创建压力机：{joined} / {wanted} 台就绪 {problem}',
    'Load machines are being made: {joined} of {wanted} ready {problem}',
  ),
  'event.machinePrepared': text('压力机 {machine} 已准备就绪', 'Load machine {machine} is prepared'),
  'event.machineStarted': text('压力机 {machine} 开始施压', 'Load machine {machine} started'),
  'event.machineReturned': text(
    '压力机 {machine} 施压完成，已释放',
    'Load machine {machine} has finished and is released',
  ),
  'event.reportMade': text('生成报告', 'A report was made'),
  'event.stopRequested': text('请求停止', 'Stop was requested'),
} as const satisfies Texts

/** Words for states of runs, verdicts of SLAs and causes of an end, zh and en. */
const text = (zh: string, en: string) => ({ zh, en })

export const runStateMessages = {
  'runState.new': text('新建', 'New'),
  'runState.readyToRun': text('准备执行', 'Ready to run'),
  'runState.running': text('执行中', 'Running'),
  'runState.complete': text('已完成', 'Complete'),
  'runState.userStopped': text('用户停止', 'Stopped by user'),
  'runState.failed': text('失败', 'Failed'),
  'runState.backingUp': text('备份中', 'Backing up'),
  'runState.backupCompleted': text('备份完成', 'Backup completed'),
  'runState.backupFailed': text('备份失败', 'Backup failed'),
  'slaState.none': text('无规则', 'No rules'),
  'slaState.pending': text('判断中', 'Pending'),
  'slaState.passed': text('通过', 'Passed'),
  'slaState.broken': text('未通过', 'Broken'),
  'runCause.planned': text('按计划结束', 'Ended as planned'),
  'runCause.stoppedByUser': text(
    '用户停止，进行中的请求已完成',
    'Stopped by a user; requests under way were finished',
  ),
  'runCause.forceStopped': text('用户强制停止', 'Stopped at once by a user'),
  'runCause.slaStop': text('SLA 不满足，自动停止', 'Stopped because an SLA rule was broken'),
  'runCause.stopTest': text('检查点要求停止测试', 'A checkpoint asked to stop the test'),
  'runCause.agentLost': text('压力机失联', 'The load machine was lost'),
  'runCause.workerLost': text('压测进程异常退出', 'An engine process died'),
  'runCause.databaseLost': text('数据库不可用', 'The database was unavailable'),
  'runCause.serverRestart': text('服务重启时任务尚未开始', 'The server restarted before the run had begun'),
  'runCause.startFailed': text('启动失败', 'The run could not be started'),
  'runCause.timeout': text('超时未结束', 'The run did not end in time'),
  'runCause.importFailed': text('导入失败', 'The import failed'),
  'runCause.scriptFault': text('脚本或引擎故障', 'A fault in script or engine'),
} as const

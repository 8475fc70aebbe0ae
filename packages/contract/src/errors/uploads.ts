/** Texts of errors about uploads in pieces. */
import type { Catalogue } from '@pone/schema/coded-text.ts'

export const uploadErrorTexts = {
  UploadOffset: {
    zh: '上传进行到第 {offset} 字节，请从该处继续',
    en: 'The upload is at byte {offset}. Continue from there',
  },
  UploadDamaged: {
    zh: '这一段内容在传输中损坏，请重新发送',
    en: 'This part was damaged in transit. Send it again',
  },
  UploadIncomplete: {
    zh: '文件还没有传完：{size} 字节中已收到 {offset} 字节',
    en: 'The file is incomplete: {offset} of {size} bytes received',
  },
  UploadBusy: {
    zh: '上传的文件正在处理中，请稍候',
    en: 'The uploaded file is being processed. Please wait',
  },
  UploadQuota: {
    zh: '您已有 {count} 个未完成的上传，每人最多 {limit} 个、共 {total}；请先完成或取消其中一些，最早的将于 {freeAt} 自动清除',
    en: 'You have {count} unfinished uploads; the limit per user is {limit}, {total} in total. Finish or cancel some of them; the oldest is removed at {freeAt}',
  },
  DiskFull: {
    zh: '服务器磁盘空间不足，还缺 {missing}，请联系管理员清理',
    en: 'Not enough disk space on the server ({missing} missing). Ask an administrator to free up space',
  },
} as const satisfies Catalogue

/** Data of the section "byUsers": none of its own, it shows those of the timeline in another order. */
export const byUsersData = {}

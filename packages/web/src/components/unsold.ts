/** What a locked feature says where nothing is sold: an upgrade is the operator's to give. */
export const unsoldText = 'This installation does not include this. Ask its operator.'

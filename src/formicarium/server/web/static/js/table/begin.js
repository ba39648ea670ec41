// @ts-check
/** The way to the table: first what the page says is painted, then the scripts run that draw the board. */

if (document.hidden) void import("./table.js");
else requestAnimationFrame(() => setTimeout(() => import("./table.js")));

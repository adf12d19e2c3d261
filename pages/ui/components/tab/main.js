// A component without a picture: what this browser tab keeps.

import { keepTable } from "./table.js";
import { keepWayBack } from "./way_back.js";

export default function tab({ data, setTriggerValue }) {
  keepWayBack(window, data.visits);
  keepTable(window, data.secret, (secret) => setTriggerValue("again", secret));
}

"""What operators can see and do, the orders by which one process reaches the others, and the audit
trail that keeps every act.
"""

from server.operator.acts import Acts, Operator
from server.operator.context import OperatorContext
from server.operator.order_handler import OrderHandler

__all__ = ["Acts", "Operator", "OperatorContext", "OrderHandler"]
